// swift-tools-version: 6.2
// SPDX-License-Identifier: MIT

import PackageDescription

let package = Package(
    name: "ComicStrips",
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
    products: [
        .executable(name: "comicstrips", targets: ["ComicStripsCommand"])
    ],
    dependencies: [
        .package(name: "mortise", path: "../..")
    ],
    targets: [
        // The program, and its assemblies: in EasyDi's vocabulary they stand beside the types that they make.
        .target(
            name: "ComicStripsKit",
            dependencies: [.product(name: "MortiseEasyDi", package: "mortise")],
            resources: [.copy("Data")]
        ),
        .executableTarget(
            name: "ComicStripsCommand",
            dependencies: [
                "ComicStripsKit",
                .product(name: "MortiseEasyDi", package: "mortise"),
            ]
        ),
        .testTarget(
            name: "ComicStripsTests",
            dependencies: [
                "ComicStripsKit",
                "ComicStripsCommand",
                .product(name: "Mortise", package: "mortise"),
                .product(name: "MortiseEasyDi", package: "mortise"),
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
