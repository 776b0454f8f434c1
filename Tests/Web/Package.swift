// swift-tools-version: 6.2
// SPDX-License-Identifier: MIT

import PackageDescription

// The tests of the product for Hummingbird, in a package of their own: Hummingbird takes minutes to
// build, and the tests of the other products for servers do not need it.
let package = Package(
    name: "Web",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "mortise", path: "../..", traits: ["Services", "Hummingbird"]),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.0"),
        .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.7.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.9.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
    ],
    targets: [
        .testTarget(
            name: "MortiseHummingbirdTests",
            dependencies: [
                .product(name: "Mortise", package: "mortise"),
                .product(name: "MortiseGraph", package: "mortise"),
                .product(name: "MortiseServices", package: "mortise"),
                .product(name: "MortiseHummingbird", package: "mortise"),
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
                .product(
                    name: "ServiceLifecycleTestKit",
                    package: "swift-service-lifecycle"
                ),
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

for target in package.targets where target.name != "PlainSettingsTests" {
    target.swiftSettings = (target.swiftSettings ?? []) + features + strict
}
