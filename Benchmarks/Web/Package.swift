// swift-tools-version: 6.2
// SPDX-License-Identifier: MIT

import PackageDescription

// In a package of its own: Hummingbird takes minutes to build, and the other benchmarks do not need it.
let package = Package(
    name: "web-benchmarks",
    platforms: [.macOS(.v15)],
    products: [.executable(name: "web-ratios", targets: ["WebRatiosCommand"])],
    dependencies: [
        .package(name: "mortise", path: "../..", traits: ["Hummingbird"]),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
    ],
    targets: [
        // These three are links to the folders of the other benchmarks.
        .target(name: "CMeasuring"),
        .target(name: "CAllocationCounter"),
        .target(name: "Measuring", dependencies: ["CMeasuring"]),
        .executableTarget(
            name: "WebRatiosCommand",
            dependencies: [
                "CAllocationCounter",
                "Measuring",
                .product(name: "Mortise", package: "mortise"),
                .product(name: "MortiseHummingbird", package: "mortise"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
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

for target in package.targets where !target.name.hasPrefix("C") {
    target.swiftSettings = (target.swiftSettings ?? []) + features
}
