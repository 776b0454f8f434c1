// swift-tools-version: 6.2
// SPDX-License-Identifier: MIT

// Are our names free beside those that a program imports with us? `make names` type-checks this package.
import PackageDescription

/// What a program imports beside us, as far as it does not come with the compiler.
let neighbours: [Target.Dependency] = [
    "SwiftUINames",
    "UIKitNames",
    .product(name: "Logging", package: "swift-log"),
    .product(name: "NIOCore", package: "swift-nio"),
    .product(name: "NIOPosix", package: "swift-nio"),
    .product(name: "Hummingbird", package: "hummingbird"),
]

func ours(_ names: String...) -> [Target.Dependency] {
    names.map { .product(name: $0, package: "mortise") }
}

let package = Package(
    name: "names",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "mortise", path: "../.."),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
        // Without its default traits: what they are for adds no name of its own.
        .package(
            url: "https://github.com/hummingbird-project/hummingbird",
            from: "2.28.0",
            traits: []
        ),
    ],
    targets: [
        // They stand in for Apple's modules.
        .target(name: "SwiftUINames", path: "Stubs/SwiftUINames"),
        .target(name: "UIKitNames", path: "Stubs/UIKitNames"),

        // Mortise, beside everything.
        .target(
            name: "MortiseProgram",
            dependencies: neighbours + ours("Mortise", "MortiseGraph", "MortiseTesting")
        ),

        // A vocabulary, beside everything but Mortise.
        .target(name: "DipProgram", dependencies: neighbours + ours("MortiseDip")),
        .target(name: "EasyDiProgram", dependencies: neighbours + ours("MortiseEasyDi")),
        .target(name: "InjectorProgram", dependencies: neighbours + ours("MortiseInjector")),

        // A vocabulary beside Mortise: which names must be qualified.
        .target(
            name: "DipBesideMortise",
            dependencies: ours("MortiseDip", "Mortise", "MortiseGraph", "MortiseTesting")
        ),
        .target(
            name: "EasyDiBesideMortise",
            dependencies: ours("MortiseEasyDi", "Mortise", "MortiseGraph", "MortiseTesting")
        ),
        .target(
            name: "InjectorBesideMortise",
            dependencies: ours("MortiseInjector", "Mortise", "MortiseGraph", "MortiseTesting")
        ),
    ],
    swiftLanguageModes: [.v6]
)

for target in package.targets {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    ]
}
