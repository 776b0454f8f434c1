// swift-tools-version: 6.2
// SPDX-License-Identifier: MIT

import PackageDescription

let package = Package(
    name: "Server",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "mortise", path: "../../..")],
    targets: [
        .executableTarget(
            name: "Server",
            dependencies: [.product(name: "Mortise", package: "mortise")]
        )
    ],
    swiftLanguageModes: [.v6]
)
