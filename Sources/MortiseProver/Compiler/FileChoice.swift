// SPDX-License-Identifier: MIT

import Foundation

/// Chooses the files of a build that have to do with wiring.
///
/// To begin with, those that mention Mortise. Then, again and again, those that declare what is used
/// there, and those that may change, extend or call what was read, until there are no more.
struct FileChoice {
    private let targets: [PackageDescription.Target]
    private let modules: Set<String>
    /// The modules whose code can name what Mortise declares, however it is found.
    private var knowing: Set<String> = []
    private var words: [String: FileWords] = [:]
    private(set) var read: Set<String> = []
    /// What was looked for in what is not read.
    private(set) var concern = FileConcern()
    private var round = 0

    init(among targets: [PackageDescription.Target]) {
        self.targets = targets
        modules = Set(targets.map(\.module))
    }

    /// Whether the code of a target can name containers, or is part of what is proven.
    ///
    /// Of any other, constants are all that counts.
    func isRead(_ target: PackageDescription.Target) -> Bool {
        knowing.contains(target.module) || !target.isForeign
    }

    /// The next files to be read: of each target those that are not read yet.
    ///
    /// - Parameters:
    ///   - program: What was read until now.
    ///   - texts: The texts of files.
    /// - Returns: What is to be read, by target; nothing if all is read.
    mutating func next(
        after program: Program,
        _ texts: inout FileTexts
    ) -> [(target: PackageDescription.Target, files: [String])] {
        if round == 0 {
            for target in targets {
                let knows =
                    target.knowsMortise
                    || target.files.contains { texts.mentions(["import Mortise"], $0) }
                if knows { knowing.insert(target.module) }
            }
        }
        let mentioned = round == 0 ? Self.words : program.holders
        concern.mentioned.formUnion(mentioned)
        var chosen: Set<String> = []
        for target in targets where knowing.contains(target.module) {
            for file in target.files where !read.contains(file) {
                if texts.mentions(mentioned, file) { chosen.insert(file) }
            }
        }
        if chosen.isEmpty, round > 0 { addReliedOn(program, &chosen, &texts) }
        round += 1
        read.formUnion(chosen)
        return targets.compactMap { target in
            let files = target.files.filter { chosen.contains($0) }
            return files.isEmpty ? nil : (target, files)
        }
    }

    private mutating func addReliedOn(
        _ program: Program,
        _ chosen: inout Set<String>,
        _ texts: inout FileTexts
    ) {
        let reliance = Reliance(of: program, on: modules) { [knowing] in knowing.contains($0) }
        concern.wanted.formUnion(reliance.wanted)
        concern.exposed.formUnion(reliance.exposed)
        let known = Set(program.files.map(\.module))
        for target in targets {
            let wanted = reliance.wanted.filter {
                $0.module == target.module
                    && ($0.isConstant || isRead(target))
            }
            var exposed: Set<Reliance.Exposed> = []
            if isRead(target) {
                let reached = target.dependencies.union([target.module])
                if !reliance.unnamed.isDisjoint(with: reached) {
                    chosen.formUnion(target.files.filter { !read.contains($0) })
                    continue
                }
                exposed = reliance.exposed.filter { name in
                    target.module == name.module
                        || name.isPublic && target.dependencies.contains(name.module)
                        || name.inherited.contains(target.module) && known.contains(target.module)
                }
            }
            guard !wanted.isEmpty || !exposed.isEmpty else { continue }
            for file in target.files where !read.contains(file) {
                guard let words = words(of: file, &texts) else { continue }
                if words.concern(wanted, exposed) { chosen.insert(file) }
            }
        }
    }

    private mutating func words(of file: String, _ texts: inout FileTexts) -> FileWords? {
        if let known = words[file] { return known }
        words[file] = texts.text(of: file).map { FileWords($0) }
        return words[file]
    }

    /// What files mention that use Mortise.
    private static let words = ["Mortise", "ontainer", "esolve", "register", "Inject"]
}

/// What makes a file count, if its text has it.
struct FileConcern: Codable, Sendable {
    fileprivate(set) var mentioned: Set<String> = []
    fileprivate(set) var wanted: Set<Reliance.Wanted> = []
    fileprivate(set) var exposed: Set<Reliance.Exposed> = []

    /// Whether a file may have some of it; also if that file cannot be read.
    func covers(_ file: String, _ texts: inout FileTexts) -> Bool {
        guard let text = texts.text(of: file) else { return true }
        return texts.mentions(mentioned, file) || FileWords(text).concern(wanted, exposed)
    }
}

extension FileWords {
    /// Whether the text may declare, change, extend or call something.
    fileprivate func concern(
        _ wanted: some Sequence<Reliance.Wanted>,
        _ exposed: some Sequence<Reliance.Exposed>
    ) -> Bool {
        wanted.contains { declares($0) } || exposed.contains { touches($0) }
    }

    /// Whether the text may declare something.
    private func declares(_ wanted: Reliance.Wanted) -> Bool {
        if let type = wanted.type {
            return use(of: type).contains(.typeDeclared)
                || !use(of: type).isEmpty && use(of: wanted.name).contains(.declared)
        }
        return use(of: wanted.name).contains(.declared)
    }

    /// Whether the text may change, extend or call something.
    private func touches(_ exposed: Reliance.Exposed) -> Bool {
        !use(of: exposed.name).isDisjoint(with: Use(rawValue: exposed.use))
    }
}

extension FileTexts {
    /// Whether a file has one of some words.
    fileprivate mutating func mentions(_ words: some Sequence<String>, _ file: String) -> Bool {
        guard let text = text(of: file).map({ Data($0) }) else { return false }
        // Foundation's search is optimized, also where a plugin runs this: the tool of a plugin is a debug build.
        return words.contains { text.range(of: Data($0.utf8)) != nil }
    }
}

extension Program {
    /// The names of the types that hold a container, or something that holds one.
    fileprivate var holders: [String] {
        var holders: Set<SwiftType> = [
            SwiftType("Mortise.Container"), SwiftType("MortiseInjector.Injector"),
            SwiftType("MortiseDip.DependencyContainer"),
        ]
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
