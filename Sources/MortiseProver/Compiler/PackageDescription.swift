// SPDX-License-Identifier: MIT

package import Foundation

/// The targets of a package that SwiftPM has built, with the arguments that its compiler was given.
package struct PackageDescription: Sendable {
    /// A target of the package itself.
    package struct Target: Sendable {
        package let module: String
        /// The compiler, and what it was asked to do with the target.
        package let command: [String]
        /// The source files.
        package let files: [String]
        package let isTest: Bool
    }

    /// The targets, sorted by their modules.
    package let targets: [Target]

    /// Reads what a build has left.
    ///
    /// - Parameters:
    ///   - package: The folder of the package.
    ///   - configuration: `debug` or `release`.
    /// - Throws: ``ProverError`` if the package was not built, or not by SwiftPM's native build.
    package init(of package: URL, configuration: String = "debug") throws {
        let root = package.resolvingSymlinksInPath()
        let file = root.appending(path: ".build/\(configuration)/description.json")
        guard let data = try? Data(contentsOf: file) else {
            throw ProverError(
                "\(package.relativePath) is not built: run `swift build --package-path "
                    + "\(package.relativePath)` first, with --build-tests for --tests"
            )
        }
        guard let contents = try? JSONDecoder().decode(Contents.self, from: data) else {
            throw ProverError("\(file.relativePath) has a form that is not known")
        }
        let generated = Set(contents.generatedSourceTargetSet ?? [])
        let products = root.appending(path: ".build").path + "/"
        targets = contents.swiftTargetScanArgs.compactMap { module, command -> Target? in
            let files = command.filter { $0.hasSuffix(".swift") && $0.hasPrefix("/") }
            let own = files.filter { $0.hasPrefix(root.path + "/") && !$0.hasPrefix(products) }
            guard !own.isEmpty, !generated.contains(module) else { return nil }
            let isTest = own.contains { $0.hasPrefix(root.path + "/Tests/") }
            return Target(module: module, command: command, files: files, isTest: isTest)
        }.sorted { $0.module < $1.module }
        guard !targets.isEmpty else {
            throw ProverError("\(package.relativePath) has no Swift target that was built")
        }
    }

    private struct Contents: Decodable {
        let swiftTargetScanArgs: [String: [String]]
        let generatedSourceTargetSet: [String]?
    }
}

/// Why nothing could be proven at all.
package struct ProverError: Error, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }
}
