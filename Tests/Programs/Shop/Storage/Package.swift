// swift-tools-version: 6.2
// SPDX-License-Identifier: MIT

import PackageDescription

let package = Package(
    name: "storage",
    platforms: [.macOS(.v15)],
    products: [.library(name: "Storage", targets: ["Storage"])],
    dependencies: [
        .package(path: "../Domain"),
        .package(name: "mortise", path: "../../../.."),
    ],
    targets: [
        .target(
            name: "Storage",
            dependencies: [
                .product(name: "Domain", package: "domain"),
                .product(name: "Mortise", package: "mortise"),
            ]
        )
    ],
    swiftLanguageModes: [.v6]
)
