// SPDX-License-Identifier: MIT

import Foundation

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
        /// The folder in which each run of the compiler writes something.
        let folder: String?
    }

    /// The targets, sorted by their modules.
    package let targets: [Target]
    let place: BuildPlace
    /// The file in which SwiftPM describes the build.
    let file: URL

    /// Reads what a build has left.
    ///
    /// - Parameter place: Where the package was built, and how.
    /// - Throws: ``ProverError`` if the package was not built, or not by SwiftPM's native build.
    package init(of place: BuildPlace) throws {
        self.place = place
        file = place.products.appending(path: "description.json")
        guard let data = try? Data(contentsOf: file) else { throw place.isNotBuilt }
        guard let contents = try? JSONDecoder().decode(Contents.self, from: data) else {
            throw ProverError("\(file.path) has a form that is not known")
        }
        let generated = Set(contents.generatedSourceTargetSet ?? [])
        let root = place.package.path + "/"
        let scratch = place.scratch.path + "/"
        let folders = Dictionary(
            contents.swiftCommands.values.map { ($0.moduleName, $0.tempsPath) },
            uniquingKeysWith: { first, _ in first }
        )
        targets = contents.swiftTargetScanArgs.compactMap { module, command -> Target? in
            let files = command.filter { $0.hasSuffix(".swift") && $0.hasPrefix("/") }
            let own = files.filter { $0.hasPrefix(root) && !$0.hasPrefix(scratch) }
            guard !own.isEmpty, !generated.contains(module) else { return nil }
            return Target(
                module: module,
                command: command,
                files: files,
                isTest: own.contains { $0.hasPrefix(root + "Tests/") },
                folder: folders[module]
            )
        }.sorted { $0.module < $1.module }
        guard !targets.isEmpty else {
            throw ProverError("\(place.package.path) has no Swift target that was built")
        }
    }

    private struct Contents: Decodable {
        struct Command: Decodable {
            let moduleName: String
            let tempsPath: String
        }

        let swiftTargetScanArgs: [String: [String]]
        let swiftCommands: [String: Command]
        let generatedSourceTargetSet: [String]?
    }
}

/// Why nothing could be proven at all.
package struct ProverError: Error, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }
}
