// swift-tools-version: 6.2
// SPDX-License-Identifier: MIT

import PackageDescription

let package = Package(
    name: "benchmarks",
    platforms: [.macOS(.v15)],
    products: [
        .executable(name: "ratios", targets: ["RatiosCommand"]),
        .executable(name: "instructions", targets: ["InstructionsCommand"]),
        .executable(name: "replacing", targets: ["ReplacingCommand"]),
        .executable(name: "soak", targets: ["SoakCommand"]),
        .executable(name: "stress", targets: ["StressCommand"]),
    ],
    dependencies: [
        .package(name: "mortise", path: ".."),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
        // Without its default traits: other tools count allocations here.
        .package(url: "https://github.com/ordo-one/benchmark", from: "1.38.1", traits: []),
    ],
    targets: [
        // C functions for things Swift cannot express: an opaque function, and the heap in use.
        .target(name: "CMeasuring"),

        // Replaces the C library's allocating functions. Only tests link it: counting is slow.
        .target(name: "CAllocationCounter"),

        // The measured code: hand-wired code beside Mortise, one file for each scenario.
        .target(
            name: "Scenarios",
            dependencies: [
                "CMeasuring",
                "Measuring",
                .product(name: "Mortise", package: "mortise"),
                .product(name: "MortiseEasyDi", package: "mortise"),
                .product(name: "MortiseDip", package: "mortise"),
                .product(name: "MortiseInjector", package: "mortise"),
                .product(name: "MortiseGraph", package: "mortise"),
            ]
        ),

        // The measuring tools: clocks, threads, interleaved samples.
        .target(name: "Measuring", dependencies: ["CMeasuring"]),

        .executableTarget(
            name: "RatiosCommand",
            dependencies: [
                "Measuring",
                "Scenarios",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]
        ),
        .executableTarget(
            name: "ReplacingCommand",
            dependencies: [
                "Measuring",
                "Scenarios",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]
        ),
        .executableTarget(
            name: "InstructionsCommand",
            dependencies: [
                "Scenarios",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]
        ),
        // Looks for memory that scopes leave behind.
        .executableTarget(
            name: "SoakCommand",
            dependencies: ["Measuring", .product(name: "Mortise", package: "mortise")]
        ),
        // Searches defects of the engine with random programs.
        .executableTarget(
            name: "StressCommand",
            dependencies: [
                .product(name: "Mortise", package: "mortise"),
                .product(name: "MortiseGraph", package: "mortise"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]
        ),
        // The benchmark package requires a folder named Benchmarks above the target.
        .executableTarget(
            name: "Times",
            dependencies: ["Scenarios", .product(name: "Benchmark", package: "benchmark")],
            path: "Times",
            plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]
        ),
        .testTarget(
            name: "AllocationBudgetTests",
            dependencies: [
                "CAllocationCounter",
                "Measuring",
                "Scenarios",
                .product(name: "Mortise", package: "mortise"),
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

// Only CI sets this, so a new compiler warning never breaks a user's build.
let strict: [SwiftSetting] =
    Context.environment["MORTISE_STRICT"] == nil
    ? []
    : [
        .treatAllWarnings(as: .error),
        .treatWarning("ExplicitSendable", as: .error),
    ]

for target in package.targets where target.type != .plugin {
    guard !target.name.hasPrefix("C") else { continue }
    target.swiftSettings = (target.swiftSettings ?? []) + features + strict
}
