// swift-tools-version: 6.2
// SPDX-License-Identifier: MIT

import PackageDescription

// The tests of the products for servers, in a package of their own: with their traits, the
// root package would fetch other packages.
let package = Package(
    name: "Servers",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(
            name: "mortise",
            path: "../..",
            traits: ["Services", "Observability", "Configuration", "Hummingbird", "GRPC"]
        ),
        .package(
            url: "https://github.com/apple/swift-configuration",
            from: "1.4.0",
            traits: ["JSON", "Reloading"]
        ),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.7.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.9.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
        .package(url: "https://github.com/grpc/grpc-swift-2", from: "2.4.2"),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    ],
    targets: [
        // What the tests send signals to.
        .executableTarget(
            name: "ServedProgram",
            dependencies: [
                .product(name: "Mortise", package: "mortise"),
                .product(name: "MortiseServices", package: "mortise"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ]
        ),
        // The code of the article about a first server.
        .executableTarget(
            name: "FirstServer",
            dependencies: [
                .product(name: "Mortise", package: "mortise"),
                .product(name: "MortiseConfiguration", package: "mortise"),
                .product(name: "MortiseHummingbird", package: "mortise"),
                .product(name: "MortiseServices", package: "mortise"),
                .product(name: "Configuration", package: "swift-configuration"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ]
        ),
        .target(
            name: "ObservedSupport",
            dependencies: [.product(name: "NIOConcurrencyHelpers", package: "swift-nio")]
        ),
        .testTarget(
            name: "MortiseServicesTests",
            dependencies: [
                "ServedProgram",
                .product(name: "Mortise", package: "mortise"),
                .product(name: "MortiseGraph", package: "mortise"),
                .product(name: "MortiseServices", package: "mortise"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "InMemoryLogging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "ServiceLifecycleTestKit", package: "swift-service-lifecycle"),
            ],
            exclude: ["Golden"]
        ),
        .testTarget(
            name: "MortiseLoggingTests",
            dependencies: [
                "ObservedSupport",
                .product(name: "Mortise", package: "mortise"),
                .product(name: "MortiseLogging", package: "mortise"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "InMemoryLogging", package: "swift-log"),
            ]
        ),
        .testTarget(
            name: "MortiseMetricsTests",
            dependencies: [
                "ObservedSupport",
                .product(name: "Mortise", package: "mortise"),
                .product(name: "MortiseMetrics", package: "mortise"),
                .product(name: "Metrics", package: "swift-metrics"),
                .product(name: "MetricsTestKit", package: "swift-metrics"),
            ]
        ),
        .testTarget(
            name: "MortiseTracingTests",
            dependencies: [
                "ObservedSupport",
                .product(name: "Mortise", package: "mortise"),
                .product(name: "MortiseTracing", package: "mortise"),
                .product(name: "Tracing", package: "swift-distributed-tracing"),
                .product(name: "InMemoryTracing", package: "swift-distributed-tracing"),
            ]
        ),
        .testTarget(
            name: "MortiseConfigurationTests",
            dependencies: [
                "ObservedSupport",
                .product(name: "Mortise", package: "mortise"),
                .product(name: "MortiseConfiguration", package: "mortise"),
                .product(name: "MortiseGraph", package: "mortise"),
                .product(name: "MortiseServices", package: "mortise"),
                .product(name: "Configuration", package: "swift-configuration"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "ServiceLifecycleTestKit", package: "swift-service-lifecycle"),
            ]
        ),
        .testTarget(
            name: "MortiseHummingbirdTests",
            dependencies: [
                "ObservedSupport",
                .product(name: "Mortise", package: "mortise"),
                .product(name: "MortiseGraph", package: "mortise"),
                .product(name: "MortiseServices", package: "mortise"),
                .product(name: "MortiseHummingbird", package: "mortise"),
                .product(name: "MortiseLogging", package: "mortise"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdTesting", package: "hummingbird"),
                .product(name: "NIOConcurrencyHelpers", package: "swift-nio"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "InMemoryLogging", package: "swift-log"),
                .product(name: "Tracing", package: "swift-distributed-tracing"),
                .product(name: "InMemoryTracing", package: "swift-distributed-tracing"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "ServiceLifecycleTestKit", package: "swift-service-lifecycle"),
            ]
        ),
        .testTarget(
            name: "MortiseGRPCTests",
            dependencies: [
                "ObservedSupport",
                .product(name: "Mortise", package: "mortise"),
                .product(name: "MortiseServices", package: "mortise"),
                .product(name: "MortiseGraph", package: "mortise"),
                .product(name: "MortiseGRPC", package: "mortise"),
                .product(name: "GRPCCore", package: "grpc-swift-2"),
                .product(name: "GRPCInProcessTransport", package: "grpc-swift-2"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "InMemoryLogging", package: "swift-log"),
                .product(name: "Tracing", package: "swift-distributed-tracing"),
                .product(name: "InMemoryTracing", package: "swift-distributed-tracing"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "ServiceLifecycleTestKit", package: "swift-service-lifecycle"),
            ]
        ),
        .testTarget(
            name: "FirstServerTests",
            dependencies: [
                "FirstServer",
                .product(name: "Mortise", package: "mortise"),
                .product(name: "MortiseServices", package: "mortise"),
                .product(name: "Configuration", package: "swift-configuration"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdTesting", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "InMemoryLogging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "ServiceLifecycleTestKit", package: "swift-service-lifecycle"),
            ]
        ),
        // Compiled without the features below, as users' modules are.
        .testTarget(
            name: "PlainSettingsTests",
            dependencies: [
                .product(name: "Mortise", package: "mortise"),
                .product(name: "MortiseHummingbird", package: "mortise"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdTesting", package: "hummingbird"),
            ]
        ),
        // The code of the articles about other packages.
        .testTarget(
            name: "RecipesTests",
            dependencies: [
                .product(name: "Mortise", package: "mortise"),
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "NIOCore", package: "swift-nio"),
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
    let isPlain = ["PlainSettingsTests", "FirstServer", "FirstServerTests"].contains(target.name)
    let newest = isPlain ? [] : features
    target.swiftSettings = (target.swiftSettings ?? []) + newest + strict
}
