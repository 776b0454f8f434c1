// swift-tools-version: 6.2
// SPDX-License-Identifier: MIT

import PackageDescription

// The code of the articles about other packages, in a package of its own: the root package would
// fetch what it needs.
let package = Package(
    name: "Recipes",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "mortise", path: "../.."),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.81.0"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    ],
    targets: [
        .testTarget(
            name: "RecipesTests",
            dependencies: [
                .product(name: "Mortise", package: "mortise"),
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "GRDB", package: "GRDB.swift"),
            ]
        )
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
