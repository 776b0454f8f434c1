// swift-tools-version: 6.2
// SPDX-License-Identifier: MIT

import PackageDescription

let shared: [Target.Dependency] = [
    .product(name: "Domain", package: "domain"),
    .product(name: "Storage", package: "storage"),
    .product(name: "Mortise", package: "mortise"),
]

let package = Package(
    name: "features",
    platforms: [.macOS(.v15)],
    products: [
        .library(name: "Catalogue", targets: ["Catalogue"]),
        .library(name: "Checkout", targets: ["Checkout"]),
    ],
    dependencies: [
        .package(path: "../Domain"),
        .package(path: "../Storage"),
        .package(name: "mortise", path: "../../../.."),
    ],
    targets: [
        .target(name: "Catalogue", dependencies: shared),
        .target(name: "Checkout", dependencies: shared + ["Catalogue"]),
    ],
    swiftLanguageModes: [.v6]
)
