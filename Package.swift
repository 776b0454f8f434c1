// swift-tools-version: 6.2
// SPDX-License-Identifier: MIT

import PackageDescription

let package = Package(
    name: "mortise",
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
    products: [
        .library(name: "MortiseGraph", targets: ["MortiseGraph"]),
        .library(name: "MortisePage", targets: ["MortisePage"]),
        .library(name: "Mortise", targets: ["Mortise"]),
        .library(name: "MortiseEasyDi", targets: ["MortiseEasyDi"]),
        .library(name: "MortiseInjector", targets: ["MortiseInjector"]),
        .library(name: "MortiseDip", targets: ["MortiseDip"]),
        .library(name: "MortiseTesting", targets: ["MortiseTesting"]),
        .library(name: "MortiseServices", targets: ["MortiseServices"]),
        .library(name: "MortiseLogging", targets: ["MortiseLogging"]),
        .library(name: "MortiseMetrics", targets: ["MortiseMetrics"]),
        .library(name: "MortiseTracing", targets: ["MortiseTracing"]),
        .library(name: "MortiseConfiguration", targets: ["MortiseConfiguration"]),
        .library(name: "MortiseHummingbird", targets: ["MortiseHummingbird"]),
        .library(name: "MortiseGRPC", targets: ["MortiseGRPC"]),
        .executable(name: "mortise", targets: ["MortiseTool"]),
        .plugin(name: "MortiseProve", targets: ["MortiseProve"]),
        .plugin(name: "MortiseProveCommand", targets: ["MortiseProveCommand"]),
    ],
    traits: [
        .trait(
            name: "Prover",
            description:
                "The command `mortise`, which proves a graph. Without it, nothing else is fetched."
        ),
        .trait(
            name: "Services",
            description:
                """
                Products for servers built on swift-service-lifecycle. Without it, they are empty, and \
                nothing else is fetched.
                """
        ),
        .trait(
            name: "Observability",
            description:
                """
                Products that log, measure and trace what containers do: with swift-log, swift-metrics \
                and swift-distributed-tracing. Without it, they are empty, and nothing else is fetched.
                """
        ),
        .trait(
            name: "Configuration",
            description:
                """
                A product that binds structures to keys of swift-configuration. Without it, it is \
                empty, and nothing else is fetched.
                """
        ),
        .trait(
            name: "Hummingbird",
            description:
                """
                The product for servers built on Hummingbird: a scope for each request. Without it, it \
                is empty, and nothing else is fetched.
                """
        ),
        .trait(
            name: "GRPC",
            description:
                """
                The product for servers built on grpc-swift-2: a scope for each call. Without it, it is \
                empty, and nothing else is fetched.
                """
        ),
    ],
    dependencies: [
        // Behind traits: whoever depends on Mortise does not resolve them.
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-configuration", from: "1.4.0", traits: []),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.0"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.7.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.9.0"),
        .package(
            url: "https://github.com/hummingbird-project/hummingbird",
            from: "2.28.1"
        ),
        .package(url: "https://github.com/grpc/grpc-swift-2", from: "2.4.2"),
    ],
    targets: [
        // Floor 0: a dependency graph as plain values. Imports nothing.
        .target(name: "MortiseGraph"),

        // Floor 1: the engine and the notation users meet first.
        .target(name: "CMortiseThread"),
        .target(name: "Mortise", dependencies: ["MortiseGraph", "CMortiseThread"]),

        // Floor 1: a graph as a page for browsers.
        .target(name: "MortisePage", dependencies: ["MortiseGraph"]),

        // Floor 2: the vocabularies of other libraries.
        .target(name: "MortiseEasyDi", dependencies: ["Mortise"]),
        .target(name: "MortiseInjector", dependencies: ["Mortise", "MortiseGraph"]),
        .target(name: "MortiseDip", dependencies: ["Mortise", "MortiseGraph"]),

        // Floor 2: what users import in test targets.
        .target(name: "MortiseTesting", dependencies: ["Mortise", "MortiseGraph"]),

        // Floor 2: adapters to other packages, each behind a trait.
        .target(
            name: "MortiseServices",
            dependencies: [
                "Mortise",
                "MortiseGraph",
                .product(
                    name: "Logging",
                    package: "swift-log",
                    condition: .when(traits: ["Services"])
                ),
                .product(
                    name: "ServiceLifecycle",
                    package: "swift-service-lifecycle",
                    condition: .when(traits: ["Services"])
                ),
                .product(
                    name: "UnixSignals",
                    package: "swift-service-lifecycle",
                    condition: .when(traits: ["Services"])
                ),
            ]
        ),
        // What listeners of events have in common.
        .target(name: "MortiseEvents", dependencies: ["Mortise", "MortiseGraph"]),
        .target(
            name: "MortiseLogging",
            dependencies: [
                "Mortise",
                "MortiseEvents",
                "MortiseGraph",
                .product(
                    name: "Logging",
                    package: "swift-log",
                    condition: .when(traits: ["Observability"])
                ),
            ]
        ),
        .target(
            name: "MortiseMetrics",
            dependencies: [
                "Mortise",
                "MortiseEvents",
                "MortiseGraph",
                .product(
                    name: "Metrics",
                    package: "swift-metrics",
                    condition: .when(traits: ["Observability"])
                ),
            ]
        ),
        .target(
            name: "MortiseTracing",
            dependencies: [
                "Mortise",
                "MortiseEvents",
                "MortiseGraph",
                .product(
                    name: "Tracing",
                    package: "swift-distributed-tracing",
                    condition: .when(traits: ["Observability"])
                ),
            ]
        ),
        .target(
            name: "MortiseConfiguration",
            dependencies: [
                "Mortise",
                "MortiseGraph",
                .product(
                    name: "Configuration",
                    package: "swift-configuration",
                    condition: .when(traits: ["Configuration"])
                ),
            ]
        ),

        // What the scopes of requests have in common, whoever asks.
        .target(
            name: "MortiseRequests",
            dependencies: [
                "Mortise",
                .product(
                    name: "Logging",
                    package: "swift-log",
                    condition: .when(traits: ["Hummingbird", "GRPC"])
                ),
                .product(
                    name: "Tracing",
                    package: "swift-distributed-tracing",
                    condition: .when(traits: ["Hummingbird", "GRPC"])
                ),
            ]
        ),
        .target(
            name: "MortiseHummingbird",
            dependencies: [
                "Mortise",
                "MortiseRequests",
                .product(
                    name: "Hummingbird",
                    package: "hummingbird",
                    condition: .when(traits: ["Hummingbird"])
                ),
                .product(
                    name: "Logging",
                    package: "swift-log",
                    condition: .when(traits: ["Hummingbird"])
                ),
            ]
        ),
        .target(
            name: "MortiseGRPC",
            dependencies: [
                "Mortise",
                "MortiseRequests",
                .product(
                    name: "GRPCCore",
                    package: "grpc-swift-2",
                    condition: .when(traits: ["GRPC"])
                ),
                .product(
                    name: "Logging",
                    package: "swift-log",
                    condition: .when(traits: ["GRPC"])
                ),
                // Whoever wants the server as a service has that trait, too.
                .product(
                    name: "ServiceLifecycle",
                    package: "swift-service-lifecycle",
                    condition: .when(traits: ["Services"])
                ),
            ]
        ),

        // Floor 3: reads type-checked code and proves the graphs that it makes.
        .target(name: "MortiseProver", dependencies: ["MortiseGraph"]),

        // Floor 4: the command `mortise`.
        .executableTarget(
            name: "MortiseTool",
            dependencies: [
                .target(name: "MortiseGraph", condition: .when(traits: ["Prover"])),
                .target(name: "MortisePage", condition: .when(traits: ["Prover"])),
                .target(name: "MortiseProver", condition: .when(traits: ["Prover"])),
                .product(
                    name: "ArgumentParser",
                    package: "swift-argument-parser",
                    condition: .when(traits: ["Prover"])
                ),
            ]
        ),

        // The command `swift package mortise-prove`, in packages that depend on this one.
        .plugin(
            name: "MortiseProveCommand",
            capability: .command(
                intent: .custom(
                    verb: "mortise-prove",
                    description: "Builds the package, and proves that each request in it resolves."
                )
            ),
            dependencies: ["MortiseTool"]
        ),

        // The same for a target that lists it, in each build.
        .plugin(name: "MortiseProve", capability: .buildTool(), dependencies: ["MortiseTool"]),

        // Tests mirror Sources, one target for one target.
        .target(name: "MortiseTestSupport", path: "Tests/Support"),
        .testTarget(
            name: "MortiseGraphTests",
            dependencies: ["MortiseGraph", "MortiseTestSupport"],
            exclude: ["Golden"]
        ),
        .testTarget(
            name: "MortisePageTests",
            dependencies: ["MortisePage", "MortiseGraph", "MortiseTestSupport"],
            exclude: ["Golden"]
        ),
        .testTarget(
            name: "MortiseTests",
            dependencies: ["Mortise", "MortiseGraph", "CMortiseThread", "MortiseTestSupport"],
            exclude: ["Golden"]
        ),
        .testTarget(
            name: "MortiseInjectorTests",
            dependencies: ["MortiseInjector", "MortiseTesting", "Mortise", "MortiseGraph"]
        ),
        .testTarget(
            name: "MortiseDipTests",
            dependencies: [
                "MortiseDip", "Mortise", "MortiseGraph", "MortiseTesting", "MortiseTestSupport",
            ]
        ),
        // The samples of the originals' documents, to the letter: older than `any`.
        .testTarget(
            name: "SampleTests",
            dependencies: ["MortiseInjector", "MortiseDip", "Mortise"]
        ),
        .testTarget(name: "DipSampleTests", dependencies: ["MortiseDip"]),
        .testTarget(
            name: "MortiseTestingTests",
            dependencies: ["MortiseTesting", "Mortise", "MortiseGraph"]
        ),
        .testTarget(
            name: "MortiseEasyDiTests",
            dependencies: [
                "MortiseEasyDi", "Mortise", "MortiseGraph", "MortiseTesting", "MortiseTestSupport",
            ]
        ),
        .testTarget(
            name: "MortiseProverTests",
            dependencies: ["MortiseProver", "MortiseGraph", "Mortise", "MortiseTestSupport"],
            exclude: ["Golden"]
        ),
        // Compiled as new app projects are: everything belongs to the main actor.
        .testTarget(
            name: "MortiseMainActorTests",
            dependencies: ["Mortise"],
            swiftSettings: [.defaultIsolation(MainActor.self)]
        ),
    ],
    swiftLanguageModes: [.v6]
)

// `scripts/docs.sh` sets the first, the Swift Package Index the second, so users never resolve the plugin.
if ["MORTISE_DOCS", "SPI_GENERATE_DOCS"].contains(where: { Context.environment[$0] != nil }) {
    package.dependencies.append(
        .package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.5.0")
    )
}

// For the sanitizers: what has neither threads nor pointers of its own takes minutes to build with them.
if Context.environment["MORTISE_SANITIZED"] != nil {
    let others = [
        "MortiseGraphTests", "MortiseProver", "MortiseTool", "MortiseProve", "MortiseProveCommand",
        "MortiseProverTests",
    ]
    package.targets.removeAll { others.contains($0.name) }
    package.products.removeAll {
        ["mortise", "MortiseProve", "MortiseProveCommand"].contains($0.name)
    }
}

let features: [SwiftSetting] = [
    // First: what is older than `any` leaves it out.
    .enableUpcomingFeature("ExistentialAny"),  // SE-0335
    .enableUpcomingFeature("InternalImportsByDefault"),  // SE-0409
    .enableUpcomingFeature("MemberImportVisibility"),  // SE-0444
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),  // SE-0461
]

// Only CI and `make build` set this, so a new compiler warning never breaks a user's build.
let strict: [SwiftSetting] =
    Context.environment["MORTISE_STRICT"] == nil
    ? []
    : [
        .treatAllWarnings(as: .error),
        .treatWarning("ExplicitSendable", as: .error),
    ]

// What a program does not use costs it little: Design/0019. A linker leaves out functions that nobody
// calls if they have sections of their own and public symbols do not count as used.
let small: [SwiftSetting] = [
    .unsafeFlags(["-Osize"], .when(configuration: .release)),
    .unsafeFlags(
        ["-Xfrontend", "-function-sections", "-Xfrontend", "-internalize-at-link"],
        .when(platforms: [.linux], configuration: .release)
    ),
]

for target in package.targets where target.type != .plugin {
    guard target.name != "CMortiseThread" else { continue }
    let newest =
        ["SampleTests", "DipSampleTests"].contains(target.name)
        ? Array(features.dropFirst()) : features
    target.swiftSettings =
        (target.swiftSettings ?? []) + (target.type == .regular ? small : []) + newest + strict
}
