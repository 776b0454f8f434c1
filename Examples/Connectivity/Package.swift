// swift-tools-version: 6.2
// SPDX-License-Identifier: MIT

import PackageDescription

let package = Package(
    name: "Connectivity",
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
    products: [
        .executable(name: "connectivity", targets: ["ConnectivityCommand"])
    ],
    dependencies: [
        .package(name: "mortise", path: "../..")
    ],
    targets: [
        .target(
            name: "ConnectivityKit",
            dependencies: [
                .product(name: "Mortise", package: "mortise"),
                .product(name: "MortiseInjector", package: "mortise"),
            ]
        ),
        .executableTarget(name: "ConnectivityCommand", dependencies: ["ConnectivityKit"]),
        .testTarget(
            name: "ConnectivityTests",
            dependencies: [
                "ConnectivityKit",
                .product(name: "Mortise", package: "mortise"),
                .product(name: "MortiseInjector", package: "mortise"),
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
