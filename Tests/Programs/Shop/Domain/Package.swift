// swift-tools-version: 6.2
// SPDX-License-Identifier: MIT

import PackageDescription

let package = Package(
    name: "domain",
    platforms: [.macOS(.v15)],
    products: [.library(name: "Domain", targets: ["Domain"])],
    targets: [.target(name: "Domain")],
    swiftLanguageModes: [.v6]
)
