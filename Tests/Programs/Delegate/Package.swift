// swift-tools-version: 6.2
// SPDX-License-Identifier: MIT

import PackageDescription

let package = Package(
    name: "Delegate",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "mortise", path: "../../..")],
    targets: [
        // Stands for a framework of the system, which knows no container and calls the program.
        .target(name: "Toolkit"),
        .executableTarget(
            name: "Notes",
            dependencies: ["Toolkit", .product(name: "Mortise", package: "mortise")]
        ),
    ],
    swiftLanguageModes: [.v6]
)
