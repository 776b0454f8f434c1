// swift-tools-version: 6.2
// SPDX-License-Identifier: MIT

import PackageDescription

let mortise: Target.Dependency = .product(name: "Mortise", package: "mortise")
let graph: Target.Dependency = .product(name: "MortiseGraph", package: "mortise")
let testing: Target.Dependency = .product(name: "MortiseTesting", package: "mortise")

let package = Package(
    name: "ReadingList",
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
    products: [
        .executable(name: "readinglist", targets: ["ReadingListCommand"])
    ],
    dependencies: [
        .package(name: "mortise", path: "../..")
    ],
    targets: [
        // Each target registers its own types, in one file: `…Module.swift`.
        .target(name: "Networking", dependencies: [mortise]),
        .target(name: "Accounts", dependencies: ["Networking", mortise]),
        .target(name: "Reading", dependencies: ["Accounts", "Networking", mortise]),

        // The composition root, which puts the modules together.
        .executableTarget(
            name: "ReadingListCommand",
            dependencies: ["Accounts", "Networking", "Reading", mortise]
        ),

        // The fake server of all tests above Networking.
        .target(
            name: "NetworkingTesting",
            dependencies: ["Networking"],
            path: "Tests/NetworkingTesting"
        ),

        // The tests of one module know nothing of the modules above it.
        .testTarget(name: "NetworkingTests", dependencies: ["Networking", mortise, testing]),
        .testTarget(
            name: "AccountsTests",
            dependencies: ["Accounts", "Networking", "NetworkingTesting", mortise, graph, testing]
        ),
        .testTarget(
            name: "ReadingTests",
            dependencies: [
                "Reading", "Accounts", "Networking", "NetworkingTesting", mortise, testing,
            ]
        ),
        .testTarget(
            name: "ReadingListTests",
            dependencies: [
                "ReadingListCommand", "Reading", "Accounts", "Networking", "NetworkingTesting",
                mortise, testing,
            ],
            exclude: ["Golden"]
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
