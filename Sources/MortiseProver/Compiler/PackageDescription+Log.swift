// SPDX-License-Identifier: MIT

import Foundation

extension PackageDescription {
    /// Reads what the log of a build shows, by whatever build system.
    ///
    /// What a module depends on is what its files import: a log does not tell it.
    ///
    /// - Parameters:
    ///   - log: What was printed.
    ///   - place: Where the sources lie.
    /// - Throws: ``ProverError`` if the log cannot be read, or shows no module of the package.
    init(from log: URL, of place: BuildPlace) throws {
        func text(_ path: String) -> String? {
            FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
        }
        guard let printed = text(log.path) else {
            throw ProverError(
                "\(log.path) cannot be read: name the file with what the build has printed"
            )
        }
        let environment = ProcessInfo.processInfo.environment
        let written = try BuildLog(
            printed,
            base: FileManager.default.currentDirectoryPath,
            environment: environment,
            contents: text
        )
        var imports: [String: Set<String>] = [:]
        for one in written.compilations {
            imports[one.module] = one.files.reduce(into: []) { all, file in
                all.formUnion(FileManager.default.contents(atPath: file).map(Self.imports) ?? [])
            }
        }
        let root = place.package.path + "/"
        let targets = try written.compilations.map { one in
            // Bazel compiles links to the sources.
            let files = one.files.map { URL(filePath: $0).resolvingSymlinksInPath().path }
            let real = Dictionary(zip(one.files, files)) { first, _ in first }
            let own = files.filter { $0.hasPrefix(root) }.map { $0.dropFirst(root.count) }
            let folders = own.first?.split(separator: "/").dropLast() ?? []
            return Target(
                module: one.module,
                command: try Self.command(of: one, environment).map { real[$0] ?? $0 },
                files: files,
                isTest: one.module.hasSuffix("Tests") || folders.contains { $0.hasSuffix("Tests") },
                isForeign: own.isEmpty || folders.contains(where: Self.fetched.contains),
                isOfMortise: Self.ownModules.contains(one.module),
                dependencies: Self.reached(from: one.module, imports),
                folder: nil
            )
        }
        guard targets.contains(where: { !$0.isForeign }) else {
            throw ProverError(
                "\(log.path) shows no module with sources in \(place.package.path): name the "
                    + "folder that was built, and a log of a build from clean"
            )
        }
        let files = Set(targets.flatMap(\.files))
        try self.init(targets, files: files, of: place, from: log)
    }

    /// Where other build systems keep what they fetch.
    private static let fetched: Set<Substring> = [
        ".build", "SourcePackages", "Pods", "Carthage", "DerivedData",
    ]

    /// The call with the path of the compiler, which Bazel only names.
    private static func command(
        of one: BuildLog.Compilation,
        _ environment: [String: String]
    ) throws -> [String] {
        guard !one.command[0].hasPrefix("/") else { return one.command }
        let folders = (environment["PATH"] ?? "").split(separator: ":")
        let found = folders.map { "\($0)/swiftc" }.first {
            FileManager.default.isExecutableFile(atPath: $0)
        }
        guard let found else { throw ProverError("there is no swiftc in the folders of PATH") }
        // Beside the other tools: in PATH it may be a link.
        let compiler = URL(filePath: found).resolvingSymlinksInPath()
            .deletingLastPathComponent().appending(path: "swiftc")
        return [compiler.path] + one.command.dropFirst()
    }

    /// The modules that a text imports, where comments and strings count.
    static func imports(_ text: Data) -> Set<String> {
        var found: Set<String> = []
        var isNext = false
        for word in text.split(whereSeparator: { !FileWords.isOfWord($0) }) {
            if isNext, !kinds.contains(where: { word.elementsEqual($0.utf8) }) {
                found.insert(String(decoding: word, as: UTF8.self))
                isNext = false
            }
            if word.elementsEqual("import".utf8) { isNext = true }
        }
        return found
    }

    private static let kinds = [
        "import", "struct", "class", "enum", "protocol", "typealias", "func", "var", "let",
    ]

    /// What a module imports, and what that imports, and so on.
    private static func reached(from module: String, _ imports: [String: Set<String>]) -> Set<
        String
    > {
        var found: Set<String> = []
        var waiting = [module]
        while let next = waiting.popLast() {
            for name in imports[next] ?? [] where found.insert(name).inserted {
                waiting.append(name)
            }
        }
        return found
    }

    /// A file that no target has, that is newer than a log, and that lies beside the sources of some targets: a log
    /// does not tell what belongs to them.
    func fileAdded(beside targets: [Target], since written: Date) -> String? {
        let folders = Set(
            targets.flatMap(\.files).map { URL(filePath: $0).deletingLastPathComponent().path }
        )
        for folder in folders.sorted() {
            let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
            for path in names.sorted().map({ folder + "/" + $0 })
            where path.hasSuffix(".swift") && !files.contains(path) {
                if let changed = Self.age(of: path), changed > written { return path }
            }
        }
        return nil
    }
}
