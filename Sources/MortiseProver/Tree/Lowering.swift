// SPDX-License-Identifier: MIT

/// Makes our model of a file from the compiler's tree of it.
///
/// Keys that are not known are ignored. An expression or statement of an unknown kind keeps its
/// parts, and a declaration of an unknown kind is noted as an error of the file.
package final class Lowering {
    typealias Node = Tape.Node

    let tape: Tape
    let names: TypeNames
    var file: SourceFile

    /// The number of the file in places.
    private let number: Int

    /// The name by which the compiler knows the file.
    private let fileName: String

    /// The place of the innermost node around that has one.
    private(set) var enclosing: Place

    /// Whether the node is from an expansion of a macro: offsets in it belong to another buffer.
    private var isInMacro = false

    /// The type around, and whether other modules see it.
    var owner: (type: SwiftType, isPublic: Bool)?

    /// What stands for a value that the compiler evaluates before, by the identity it gave.
    var opaqueValues: [String: Expression] = [:]

    /// The existential that the call around takes a value out of; its arguments do not.
    var opened: SwiftType?

    /// The key path that stands for the function around.
    var keyPath: Expression?

    /// How often each name is that of a local function in the outermost function around.
    private var locals: [String: Int] = [:]
    private var isInFunction = false

    /// The local functions that the blocks around declare further down.
    var declaredLater: Set<String> = []

    private init(_ tape: Tape, _ names: TypeNames, _ file: SourceFile, number: Int, root: Node) {
        self.tape = tape
        self.names = names
        self.file = file
        self.number = number
        fileName = tape.fileName(of: root)
        enclosing = Place(file: number, start: 0, end: 0)
    }

    /// Makes the model of a document.
    ///
    /// - Parameters:
    ///   - document: The root of the document.
    ///   - tape: What was read.
    ///   - names: The meaning of the ``Tape/mangledNames(in:)`` of the document.
    ///   - path: The path that the model gives the file.
    ///   - module: The module of the file.
    ///   - number: The number that places give the file.
    /// - Returns: What was read. Its ``SourceFile/errors`` say what could not be read.
    /// - Throws: ``LoweringError`` if the document is not the tree of a file.
    package static func lower(
        _ document: Tape.Node,
        of tape: Tape,
        names: TypeNames,
        path: String,
        module: String,
        number: Int
    ) throws -> SourceFile {
        let file = SourceFile(path: path, module: module)
        let lowering = Lowering(tape, names, file, number: number, root: document)
        guard try lowering.kind(of: document) == "source_file" else {
            throw lowering.malformed(document, "not a source file")
        }
        try lowering.declarations(lowering.list("items", of: document))
        lowering.noteAmbiguous(within: Place(file: number, start: 0, end: .max))
        lowering.file.errors = Set(lowering.file.errors).sorted {
            ($0.start, $0.end) < ($1.start, $1.end)
        }
        return lowering.file
    }
}

// MARK: - Local names

extension Lowering {
    func noteLocalFunction(_ name: String) {
        locals[name, default: 0] += 1
        declaredLater.remove(name)
    }

    /// Does something inside a function; notes at the end which local functions share their names.
    func insideFunction<Result>(_ body: () throws -> Result) rethrows -> Result {
        // A parameter or a variable inside hides a local function that comes later outside.
        let later = declaredLater
        defer { declaredLater = later }
        guard !isInFunction else { return try body() }
        let outer = locals
        (locals, isInFunction) = ([:], true)
        defer {
            noteAmbiguous(within: enclosing)
            (locals, isInFunction) = (outer, false)
        }
        return try body()
    }

    private func noteAmbiguous(within place: Place) {
        for (name, count) in locals where count > 1 {
            file.ambiguous[name, default: []].append(place)
        }
    }
}

/// What is wrong with a tree that is JSON, but not a program.
package struct LoweringError: Error, CustomStringConvertible {
    package let reason: String

    /// The offset of the value in the JSON.
    package let offset: Int

    package var description: String { "byte \(offset): \(reason)" }
}

extension Tape {
    /// The name of the file that a document is about, as the compiler was given it.
    package func fileName(of document: Node) -> String {
        member("filename", of: document).flatMap { string($0) } ?? ""
    }
}

// MARK: - Reading nodes

extension Lowering {
    func malformed(_ node: Node, _ reason: String) -> LoweringError {
        LoweringError(reason: reason, offset: Int(tape.tokens[node].offset))
    }

    /// The kind of a node.
    func kind(of node: Node) throws -> String {
        guard let kind = string("_kind", of: node) else { throw malformed(node, "no kind") }
        return kind
    }

    /// The part of a node that it cannot be without.
    func part(_ key: Tape.Key, of node: Node) throws -> Node {
        guard let part = tape.member(key, of: node), tape.isObject(part) else {
            throw malformed(node, "\(try kind(of: node)) has no \(key)")
        }
        return part
    }

    /// The part of a node, or `nil`.
    func optionalPart(_ key: Tape.Key, of node: Node) -> Node? {
        tape.member(key, of: node).flatMap { tape.isObject($0) ? $0 : nil }
    }

    /// The parts of a node under a key.
    ///
    /// The compiler leaves empty lists out.
    func list(_ key: Tape.Key, of node: Node) -> [Node] {
        tape.member(key, of: node).map { tape.elements(of: $0) } ?? []
    }

    func string(_ key: Tape.Key, of node: Node) -> String? {
        tape.member(key, of: node).flatMap { tape.string($0) }
    }

    /// A number, which some kinds have as a string.
    func integer(_ key: Tape.Key, of node: Node) -> Int? {
        guard let value = tape.member(key, of: node) else { return nil }
        return tape.integer(value) ?? tape.string(value).flatMap { Int($0) }
    }

    func flag(_ key: Tape.Key, of node: Node) -> Bool {
        guard let value = tape.member(key, of: node) else { return false }
        return tape.isTrue(value) || tape.string(value) == "true"
    }

    /// The type under a key; one that is not known if there is none.
    func type(_ key: Tape.Key, of node: Node) -> SwiftType {
        string(key, of: node).map { names.type($0) } ?? .unknown("")
    }

    /// The name of a declaration or a parameter; `nil` if it has none.
    func name(_ key: Tape.Key = "name", of node: Node) -> String? {
        guard let name = optionalPart(key, of: node),
            let base = optionalPart("base_name", of: name)
        else { return nil }
        return string("name", of: base) ?? string("special", of: base)
    }

    /// A declaration that is referred to, or `nil` for a local one, whose name is enough.
    func reference(_ node: Node, isStored: Bool = false) throws -> Reference {
        guard let name = string("base_name", of: node) else { throw malformed(node, "no name") }
        let usr = string("decl_usr", of: node) ?? ""
        let symbol = names.symbol(usr)
        if let symbol { file.symbols[usr] = symbol }
        let isLocal = symbol?.isLocal ?? false
        return Reference(
            usr: isLocal ? "" : usr,
            name: name,
            substitutions: substitutions(of: node),
            isStored: isStored
        )
    }

    /// What the generic parameters of a declaration stand for that is referred to.
    func substitutions(of node: Node) -> Substitutions {
        var substitutions: Substitutions = [:]
        guard let map = optionalPart("substitutions", of: node) else { return substitutions }
        for substitution in list("substitutions", of: map) {
            guard case .parameter(let parameter) = type("generic_param", of: substitution)
            else { continue }
            // The compiler prints what it has opened as the existential.
            let type = type("replacement_type", of: substitution)
            substitutions[parameter] = opened.map { type.opening($0) } ?? type
        }
        return substitutions
    }

    /// The first part inside wrappers that change neither the value nor who is called.
    func unwrapped(_ node: Node, through kinds: Set<String>) throws -> Node {
        var node = node
        while kinds.contains(try kind(of: node)) { node = try part("sub_expr", of: node) }
        return node
    }
}

// MARK: - Places

extension Lowering {
    /// Does something inside a node, whose place becomes the enclosing one.
    func inside<Result>(_ node: Node, _ body: () throws -> Result) rethrows -> Result {
        let (outer, wasInMacro) = (enclosing, isInMacro)
        defer { (enclosing, isInMacro) = (outer, wasInMacro) }
        if let range = optionalPart("range", of: node) {
            if let buffer = string("buffer_id", of: range) { isInMacro = buffer != fileName }
            if !isInMacro, let start = integer("start", of: range),
                let end = integer("end", of: range)
            {
                enclosing = Place(file: number, start: start, end: end)
            }
        }
        return try body()
    }

    /// Notes that the compiler could not check something here.
    func noteError() {
        if file.errors.last != enclosing { file.errors.append(enclosing) }
    }

    /// Does something whose errors do not count, and says whether there were any.
    func withoutErrors<Result>(_ body: () throws -> Result) rethrows -> (Result, hadErrors: Bool) {
        let before = file.errors
        defer { file.errors = before }
        file.errors = []
        let result = try body()
        return (result, !file.errors.isEmpty)
    }
}
