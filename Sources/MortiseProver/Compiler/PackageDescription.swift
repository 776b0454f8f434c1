// SPDX-License-Identifier: MIT

import Foundation

/// The targets that were built for a package, with the arguments that the compiler was given.
package struct PackageDescription: Sendable {
    /// A target of the package itself, or of one that it depends on.
    package struct Target: Sendable {
        package let module: String
        /// The compiler, and what it was asked to do with the target.
        package let command: [String]
        /// The source files.
        package let files: [String]
        package let isTest: Bool
        /// Whether it belongs to a package that was fetched, or lies elsewhere.
        package let isForeign: Bool
        /// Whether the proof has rules for it, in place of reading it.
        let isOfMortise: Bool
        /// The modules that it can import, with what these depend on.
        let dependencies: Set<String>
        /// The folder in which each run of the compiler writes something.
        let folder: String?

        /// Whether its code can name what Mortise declares.
        var knowsMortise: Bool { dependencies.contains("Mortise") }
    }

    /// The targets, sorted by their modules.
    package let targets: [Target]
    /// The source files of all targets, of those that are left out, too.
    let files: Set<String>
    let place: BuildPlace
    /// The file in which SwiftPM describes the build, or the log of another one.
    let file: URL

    /// Reads what a build has left.
    ///
    /// - Parameter place: Where the package was built, and how.
    /// - Throws: ``ProverError`` if the package was not built, or not by SwiftPM's native build and there is no
    ///   log.
    package init(of place: BuildPlace) throws {
        if let log = place.log {
            try self.init(from: log, of: place)
        } else {
            try self.init(fromSwiftPM: place)
        }
    }

    init(_ targets: [Target], files: Set<String>, of place: BuildPlace, from file: URL) throws {
        (self.targets, self.files, self.place, self.file) = (targets, files, place, file)
        guard !targets.isEmpty else {
            throw ProverError("\(place.package.path) has no Swift target that was built")
        }
    }

    /// Reads what SwiftPM notes beside its products.
    private init(fromSwiftPM place: BuildPlace) throws {
        let file = place.products.appending(path: "description.json")
        guard let data = try? Data(contentsOf: file) else { throw place.isNotBuilt }
        guard let contents = try? JSONDecoder().decode(Contents.self, from: data) else {
            throw ProverError(
                "\(file.path) has a form that is not known: build with Swift 6.2 or later, and "
                    + "--build-system native"
            )
        }
        let generated = Set(contents.generatedSourceTargetSet ?? [])
        let root = place.package.path + "/"
        let scratch = place.scratch.path + "/"
        // What plugins and macros use is built in a folder of its own, and described twice.
        let folders = Dictionary(
            grouping: contents.swiftCommands.values.map { ($0.moduleName, $0.tempsPath) }
                .sorted { (Self.isTool($0.1) ? 1 : 0, $0.1) < (Self.isTool($1.1) ? 1 : 0, $1.1) },
            by: \.0
        ).mapValues { $0.map(\.1) }
        let modules = Set(contents.swiftTargetScanArgs.keys)
        let targets = contents.swiftTargetScanArgs.compactMap { module, command -> Target? in
            let files = command.filter { $0.hasSuffix(".swift") && $0.hasPrefix("/") }
            let written = files.filter {
                !$0.hasPrefix(scratch) || $0.hasPrefix(scratch + "checkouts/")
            }
            guard let first = written.first, !generated.contains(module) else { return nil }
            // What no product of the package needs is described, and not built.
            let isOwn = first.hasPrefix(root) && !first.hasPrefix(scratch)
            let ways = folders[module] ?? []
            let wasBuilt = ways.first.flatMap(Self.lastWrite) != nil
            guard isOwn || wasBuilt else { return nil }
            let known = contents.targetDependencyMap?[module].map {
                Set($0.map { Self.module(of: $0) })
            }
            return Target(
                module: module,
                command: command,
                files: files,
                isTest: written.contains { $0.hasPrefix(root + "Tests/") },
                isForeign: first.hasPrefix(scratch),
                isOfMortise: Self.ownModules.contains(module),
                dependencies: known ?? modules.union(Self.ownModules),
                folder: wasBuilt ? ways.first : ways.last
            )
        }.sorted { $0.module < $1.module }
        let files = Set(contents.swiftTargetScanArgs.values.joined())
        try self.init(targets, files: files, of: place, from: file)
    }

    /// A target, and those that it depends on; all if none is named.
    ///
    /// - Complexity: O(n) in the number of targets.
    func targets(around module: String?) -> [Target] {
        guard let module else { return targets }
        guard let target = targets.first(where: { $0.module == module }) else { return [] }
        return targets.filter { $0.module == module || target.dependencies.contains($0.module) }
    }

    static let ownModules: Set = [
        "CMortiseThread", "Mortise", "MortiseConfiguration", "MortiseDip", "MortiseEasyDi",
        "MortiseEvents", "MortiseGRPC", "MortiseGraph", "MortiseHummingbird", "MortiseInjector",
        "MortiseLogging", "MortiseMetrics", "MortisePage", "MortiseProver", "MortiseRequests",
        "MortiseServices", "MortiseTesting", "MortiseTool", "MortiseTracing",
    ]

    /// Whether a folder is for what runs in the build itself.
    private static func isTool(_ folder: String) -> Bool { folder.hasSuffix("-tool.build") }

    /// The module of a target.
    private static func module(of target: String) -> String {
        String(target.map { $0.isLetter || $0.isNumber ? $0 : "_" })
    }

    private struct Contents: Decodable {
        struct Command: Decodable {
            let moduleName: String
            let tempsPath: String
        }

        let swiftTargetScanArgs: [String: [String]]
        let swiftCommands: [String: Command]
        let generatedSourceTargetSet: [String]?
        let targetDependencyMap: [String: [String]]?
    }
}

/// Why nothing could be proven at all.
package struct ProverError: Error, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }
}
