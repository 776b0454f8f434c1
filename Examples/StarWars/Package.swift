// swift-tools-version: 6.2
// SPDX-License-Identifier: MIT

import PackageDescription

let package = Package(
    name: "StarWars",
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
    products: [
        .executable(name: "starwars", targets: ["StarWarsCommand"])
    ],
    dependencies: [
        .package(name: "mortise", path: "../.."),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
        .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.0"),
    ],
    targets: [
        // The program: every type takes what it needs through its initializer.
        .target(name: "StarWarsKit", resources: [.copy("Data")]),

        // The composition root, which chooses the types.
        .executableTarget(
            name: "StarWarsCommand",
            dependencies: [
                "StarWarsKit",
                .product(name: "Mortise", package: "mortise"),
                .product(name: "MortiseGraph", package: "mortise"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]
        ),

        // FlyingFox is the real HTTP server of the tests. Nothing else needs it.
        .testTarget(
            name: "StarWarsTests",
            dependencies: [
                "StarWarsKit",
                "StarWarsCommand",
                .product(name: "Mortise", package: "mortise"),
                .product(name: "MortiseGraph", package: "mortise"),
                .product(name: "FlyingFox", package: "FlyingFox"),
                .product(name: "FlyingSocks", package: "FlyingFox"),
            ],
            resources: [.copy("Golden")]  // Also how the tests find the built program.
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
