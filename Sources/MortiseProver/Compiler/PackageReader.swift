// SPDX-License-Identifier: MIT

import Foundation

/// Reads the code of a package that has to do with wiring.
package struct PackageReader {
    private let place: BuildPlace
    private let processes: ChildProcesses
    private var root: URL { place.package }

    /// Creates a reader.
    ///
    /// - Parameters:
    ///   - place: Where the package was built, and how.
    ///   - processes: What runs the compiler.
    package init(_ place: BuildPlace, _ processes: ChildProcesses) {
        self.place = place
        self.processes = processes
    }

    /// Reads the package.
    ///
    /// - Parameter withTests: Whether test targets are read, too.
    /// - Returns: The code, and the texts of the files.
    /// - Throws: ``ProverError`` if the package cannot be read at all, or was changed after it was
    ///   built; ``NotRead`` if a part of it cannot be checked by the compiler.
    package func read(withTests: Bool) throws -> (program: Program, texts: FileTexts) {
        let description = try PackageDescription(of: place)
        try description.requireUpToDate(withTests: withTests, processes)
        var texts = FileTexts()
        var names = TypeNames()
        var program = Program()
        var read: Set<String> = []
        var words = Self.words
        // What holds a container matters as the container does, by whatever name.
        while true {
            let before = read.count
            for target in description.targets where withTests || !target.isTest {
                let files = target.files.filter {
                    !read.contains($0) && mentions(words, $0, &texts)
                }
                guard !files.isEmpty else { continue }
                read.formUnion(files)
                try self.read(files, of: target, &names, &program, &texts)
            }
            words = program.holders
            if read.count == before { return (program, texts) }
        }
    }

    /// Reads some files of a target.
    private func read(
        _ files: [String],
        of target: PackageDescription.Target,
        _ names: inout TypeNames,
        _ program: inout Program,
        _ texts: inout FileTexts
    ) throws {
        let tape = try tape(of: files, in: target)
        let mangled = tape.documents.reduce(into: Set<String>()) {
            $0.formUnion(tape.mangledNames(in: $1))
        }
        try names.read(mangled) { try demangle($0, beside: target.command[0]) }
        // A file named `main.swift` may come in another place.
        var rest = Set(files)
        for document in tape.documents {
            let file = tape.fileName(of: document)
            guard rest.remove(file) != nil else {
                throw ProverError("the compiler gave the tree of another file: \(file)")
            }
            let model = try Lowering.lower(
                document,
                of: tape,
                names: names,
                path: path(of: file),
                module: target.module,
                number: program.files.count
            )
            program.add(model)
            texts.add(file, path(of: file))
        }
    }

    private func path(of file: String) -> String {
        file.hasPrefix(root.path + "/") ? String(file.dropFirst(root.path.count + 1)) : file
    }

    /// Whether a file has one of some words.
    private func mentions(_ words: [String], _ file: String, _ texts: inout FileTexts) -> Bool {
        texts.text(of: file).map { text in
            words.contains { text.firstRange(of: Array($0.utf8)) != nil }
        } ?? false
    }

    private static let words = ["Mortise", "ontainer", "esolve", "register", "Inject"]

    private func tape(of files: [String], in target: PackageDescription.Target) throws -> Tape {
        let job = try FrontendJob(for: target, processes)
        let output = try processes.run(job.command(for: Set(files)))
        guard output.status == 0 else {
            throw NotRead(module: target.module, reason: output.standardError)
        }
        let tape = try Tape(output.standardOutput)
        guard tape.documents.count == files.count else {
            throw NotRead(
                module: target.module,
                reason: "\(tape.documents.count) trees of \(files.count) files"
            )
        }
        return tape
    }

    private func demangle(_ names: [String], beside compiler: String) throws -> String {
        let tool = URL(filePath: compiler).deletingLastPathComponent()
            .appending(path: "swift-demangle").path
        let output = try processes.run(
            [tool, "--tree-only"],
            input: names.joined(separator: "\n") + "\n"
        )
        guard output.status == 0 else {
            throw ProverError("swift-demangle: \(output.standardError)")
        }
        return String(decoding: output.standardOutput, as: UTF8.self)
    }
}

extension Program {
    /// The names of the types that hold a container, or something that holds one.
    fileprivate var holders: [String] {
        var holders: Set<SwiftType> = [SwiftType("Mortise.Container")]
        var count = 0
        while count < holders.count {
            count = holders.count
            for variable in variables.values where holders.contains(variable.type.withoutArguments)
            {
                if let owner = variable.owner { holders.insert(owner.withoutArguments) }
            }
        }
        return types.values.filter { holders.contains($0.type.withoutArguments) }.map(\.name)
    }
}

/// A target that the compiler could not check, so that nothing of it is proven.
package struct NotRead: Error, CustomStringConvertible {
    package let module: String
    package let reason: String

    package var description: String {
        "\(module) cannot be checked, so nothing is proven:\n\(errors(in: reason))"
    }
}
