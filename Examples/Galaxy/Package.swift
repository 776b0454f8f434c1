// swift-tools-version: 6.2
// SPDX-License-Identifier: MIT

import PackageDescription

let package = Package(
    name: "Galaxy",
    platforms: [.macOS(.v15)],
    products: [
        .executable(name: "galaxy", targets: ["Galaxy"])
    ],
    dependencies: [
        .package(
            name: "mortise",
            path: "../..",
            traits: ["Services", "Observability", "Configuration", "Hummingbird"]
        ),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-configuration", from: "1.4.0", traits: []),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.9.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    ],
    targets: [
        // Values, rules, and what the rest has to provide. Imports nothing.
        .target(name: "GalaxyDomain"),

        // The database. Knows no container.
        .target(
            name: "GalaxyStorage",
            dependencies: ["GalaxyDomain", .product(name: "GRDB", package: "GRDB.swift")]
        ),

        // Sources of data, and the service that imports them. Knows no container.
        .target(
            name: "GalaxyImport",
            dependencies: [
                "GalaxyDomain",
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ],
            resources: [.copy("Data")]
        ),

        // Routes and controllers. Passes the container to the middleware, and resolves nothing.
        .target(
            name: "GalaxyWeb",
            dependencies: [
                "GalaxyDomain",
                .product(name: "Mortise", package: "mortise"),
                .product(name: "MortiseHummingbird", package: "mortise"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ]
        ),

        // The command, and the composition root.
        .executableTarget(
            name: "Galaxy",
            dependencies: [
                "GalaxyDomain", "GalaxyStorage", "GalaxyImport", "GalaxyWeb",
                .product(name: "Mortise", package: "mortise"),
                .product(name: "MortiseGraph", package: "mortise"),
                .product(name: "MortiseServices", package: "mortise"),
                .product(name: "MortiseConfiguration", package: "mortise"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Configuration", package: "swift-configuration"),
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "MortiseHummingbird", package: "mortise"),
                .product(name: "NIOCore", package: "swift-nio"),
            ]
        ),

        // A client that reads answers as they come, and may leave.
        .target(
            name: "GalaxyTestSupport",
            dependencies: [
                .product(name: "NIOConcurrencyHelpers", package: "swift-nio"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ],
            path: "Tests/GalaxyTestSupport"
        ),

        // The program in process, on a port of its own.
        .testTarget(
            name: "GalaxyTests",
            dependencies: [
                "Galaxy", "GalaxyDomain", "GalaxyStorage", "GalaxyImport", "GalaxyWeb",
                "GalaxyTestSupport",
                .product(name: "Mortise", package: "mortise"),
                .product(name: "Configuration", package: "swift-configuration"),
                .product(name: "MortiseGraph", package: "mortise"),
                .product(name: "MortiseHummingbird", package: "mortise"),
                .product(name: "MortiseServices", package: "mortise"),
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOConcurrencyHelpers", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "ServiceLifecycleTestKit", package: "swift-service-lifecycle"),
            ]
        ),

        // The built program, with real signals.
        .testTarget(
            name: "GalaxyProcessTests",
            dependencies: [
                "Galaxy", "GalaxyTestSupport",
                .product(name: "GRDB", package: "GRDB.swift"),
            ]
        ),
    ],
    swiftLanguageModes: [.v6]
)

let features: [SwiftSetting] = [
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

for target in package.targets where target.type != .plugin {
    target.swiftSettings = (target.swiftSettings ?? []) + features + strict
}
