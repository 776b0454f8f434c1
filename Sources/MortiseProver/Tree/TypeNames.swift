// SPDX-License-Identifier: MIT

/// What the mangled names in some documents mean.
package struct TypeNames: Sendable {
    /// The types of names such as `$sSaySiGD`.
    private var types: [String: SwiftType] = [:]

    /// The names of types that the compiler could not check, or not wholly.
    private var erroneous: Set<String> = []

    /// The declarations by their USR.
    private var symbols: [String: Symbol] = [:]

    package init() {}

    /// Reads more names, all in one run of a process.
    ///
    /// - Parameters:
    ///   - names: Mangled types and USRs. Those that are known are left out.
    ///   - demangle: Gives what `swift-demangle --tree-only` prints when these names stand on its
    ///     standard input, one on a line. It is not called for no names.
    /// - Throws: What `demangle` throws; ``ProverError`` if it did not give all.
    package mutating func read(
        _ names: some Sequence<String>,
        demangle: ([String]) throws -> String
    ) throws {
        let asked = Set(names).filter { types[$0] == nil && symbols[$0] == nil }
        let mangled = Set(asked.compactMap(Self.mangled)).sorted()
        let trees = mangled.isEmpty ? [:] : try Self.trees(of: mangled, demangle)
        for name in asked {
            let tree = Self.mangled(name).flatMap { trees[$0] }
            if name.hasPrefix("s:") {
                symbols[name] = tree.flatMap { Symbol($0) }
                continue
            }
            types[name] = tree.map { SwiftType(mangling: $0, name: name) } ?? .unknown(name)
            if tree.map({ $0.first("ErrorType") != nil }) ?? true { erroneous.insert(name) }
        }
    }

    private static func trees(
        of names: [String],
        _ demangle: ([String]) throws -> String
    ) throws -> [String: DemangledNode] {
        // Nothing says where the output ends, but that this one is there, and whole.
        let last = "$sSiD"
        let (trees, count) = DemangledNode.read(try demangle(names + [last]))
        guard count == names.count + 1, trees[last]?.first("Identifier")?.text == "Int" else {
            throw ProverError("swift-demangle says nothing of some names")
        }
        return trees
    }

    /// The mangled name of a type or USR, or `nil` if it is not one of this language.
    private static func mangled(_ name: String) -> String? {
        let mangled = name.hasPrefix("s:") ? "$s" + name.dropFirst(2) : name
        let isName = mangled.utf8.allSatisfy {
            switch $0 {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"):
                true
            default: false
            }
        }
        return isName && mangled.hasPrefix("$s") && mangled != "$s" ? mangled : nil
    }

    /// The type of a mangled name.
    package func type(_ name: String) -> SwiftType { types[name] ?? .unknown(name) }

    /// Whether a type could not be checked.
    func isErroneous(_ name: String) -> Bool { erroneous.contains(name) }

    /// The declaration with a USR, or `nil` if nothing is known of it.
    package func symbol(_ usr: String) -> Symbol? { symbols[usr] }
}

extension Tape {
    /// The mangled names of types and the USRs in a document, each once.
    package func mangledNames(in document: Node) -> Set<String> {
        var names: Set<String> = []
        var node = document
        let end = Int(tokens[document].next)
        while node < end {
            defer { node += 1 }
            guard tokens[node].kind == .string, tokens[node].length > 1 else { continue }
            let start = Int(tokens[node].offset)
            switch (bytes[start], bytes[start + 1]) {
            case (UInt8(ascii: "$"), UInt8(ascii: "s")), (UInt8(ascii: "s"), UInt8(ascii: ":")):
                if let name = string(node) { names.insert(name) }
            // The first letters of what is not needed: nearly all strings have others.
            case (UInt8(ascii: "r"), _), (UInt8(ascii: "g"), _), (UInt8(ascii: "c"), _),
                (UInt8(ascii: "t"), _):
                // Requirements and conformances are long and say nothing that is needed.
                guard node + 1 < end, Self.unused.contains(where: { string(node, is: $0) }) else {
                    continue
                }
                switch tokens[node + 1].kind {
                case .array, .object: node = Int(tokens[node + 1].next) - 1
                case .string where string(node + 1, startsWith: "$s"): node += 1
                default: continue
                }
            default: continue
            }
        }
        return names
    }

    private static let unused: [Key] = ["reqs", "generic_reqs", "conformances", "type_usr"]
}
