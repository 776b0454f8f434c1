// swift-tools-version: 6.2
// SPDX-License-Identifier: MIT

import PackageDescription

let shared: [Target.Dependency] = [
    .product(name: "Domain", package: "domain"),
    .product(name: "Storage", package: "storage"),
    .product(name: "Catalogue", package: "features"),
    .product(name: "Checkout", package: "features"),
    .product(name: "Mortise", package: "mortise"),
]

let package = Package(
    name: "app",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(path: "../Domain"),
        .package(path: "../Storage"),
        .package(path: "../Features"),
        .package(name: "mortise", path: "../../../.."),
    ],
    targets: [
        .executableTarget(name: "ShopCommand", dependencies: shared),
        .testTarget(
            name: "ShopTests",
            dependencies: shared + [
                "ShopCommand", .product(name: "MortiseTesting", package: "mortise"),
            ]
        ),
    ],
    swiftLanguageModes: [.v6]
)
