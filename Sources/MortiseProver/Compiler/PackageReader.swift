// SPDX-License-Identifier: MIT

import Foundation
import Synchronization

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
    /// - Parameters:
    ///   - withTests: Whether test targets are read, too.
    ///   - isFresh: Whether it has just been built, so that no file need be compared with the build.
    ///   - module: The only target that is read, beside those that it depends on; all if `nil`.
    ///   - progress: Is told how many files were read, and how many are to be read as far as is known, on
    ///     any thread, by one at a time.
    /// - Returns: What was read.
    /// - Throws: ``ProverError`` if the package cannot be read at all, or was changed after it was
    ///   built; ``NotRead`` if a part of it cannot be checked by the compiler.
    package func read(
        withTests: Bool,
        isFresh: Bool = false,
        within module: String? = nil,
        progress: @Sendable (_ read: Int, _ all: Int) -> Void
    ) throws -> PackageReading {
        let description = try PackageDescription(of: place)
        if !isFresh { try description.requireUpToDate(withTests: withTests, processes) }
        var texts = FileTexts()
        var names = TypeNames()
        var program = Program()
        var jobs: [String: FrontendJob] = [:]
        let targets = description.targets(around: module).filter {
            !$0.isOfMortise && (withTests || !$0.isTest || $0.module == module)
        }
        var basis = module.map { ReadingBasis(of: $0, among: targets, description) }
        var choice = FileChoice(among: targets)
        var all = 0
        let count = Mutex(0)
        while true {
            let chosen = choice.next(after: program, &texts)
            all += chosen.reduce(0) { $0 + $1.files.count }
            let all = all
            count.withLock { progress($0, all) }
            let tapes = try concurrently(chosen.map { ($0, $1, jobs[$0.module]) }) { one in
                let job = try one.2 ?? FrontendJob(for: one.0, processes)
                let tape = try tape(of: one.1, in: one.0, with: job)
                count.withLock {
                    $0 += one.1.count
                    progress($0, all)
                }
                return (job, tape)
            }
            for ((target, some), (job, tape)) in zip(chosen, tapes) {
                jobs[target.module] = job
                let isRead = choice.isRead(target)
                try read(some, of: target, isRead, from: tape, &names, &program, &texts)
            }
            guard chosen.isEmpty else { continue }
            basis?.note(choice)
            return PackageReading(
                program: program,
                texts: texts,
                targets: Set(targets.map(\.module)),
                basis: basis
            )
        }
    }

    /// Reads some files of a target, or their constants only.
    private func read(
        _ files: [String],
        of target: PackageDescription.Target,
        _ isRead: Bool,
        from tape: Tape,
        _ names: inout TypeNames,
        _ program: inout Program,
        _ texts: inout FileTexts
    ) throws {
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
            program.add(isRead ? model : model.constants)
            texts.add(file, path(of: file))
            if let error = model.errors.first {
                let place = texts.place(error)
                let reason = "the compiler prints something here that is not understood"
                throw NotRead(
                    module: target.module,
                    reason: "\(place.path):\(place.line):\(place.column): error: \(reason)"
                )
            }
        }
    }

    /// The path from the folder of the package.
    private func path(of file: String) -> String {
        let (own, base) = (file.split(separator: "/"), root.path.split(separator: "/"))
        let common = zip(own, base).prefix { $0 == $1 }.count
        guard common > 0 else { return file }
        let up = Array(repeating: "..", count: base.count - common)
        return (up + own[common...].map(String.init)).joined(separator: "/")
    }

    private func tape(
        of files: [String],
        in target: PackageDescription.Target,
        with job: FrontendJob
    ) throws -> Tape {
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

/// The code of a package that has to do with wiring.
package struct PackageReading {
    package let program: Program
    package let texts: FileTexts
    /// The targets among which all that matters was read.
    package let targets: Set<String>
    /// What it stands on, if it is of one target only.
    package let basis: ReadingBasis?
}

/// Does something with each of some values, on as many threads as there are processors.
private func concurrently<Value: Sendable, Result: Sendable>(
    _ values: [Value],
    _ body: @Sendable (Value) throws -> Result
) throws -> [Result] {
    let results = Mutex<[Int: Swift.Result<Result, any Error>]>([:])
    DispatchQueue.concurrentPerform(iterations: values.count) { index in
        let result = Swift.Result { try body(values[index]) }
        results.withLock { $0[index] = result }
    }
    return try results.withLock { results in
        try values.indices.compactMap { try results[$0]?.get() }
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
