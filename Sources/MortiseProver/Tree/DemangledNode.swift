// SPDX-License-Identifier: MIT

/// A node of what `swift-demangle --tree-only` prints for a mangled name.
struct DemangledNode {
    let kind: String

    /// The text of an identifier or a module.
    let text: String?

    /// The number of an index.
    let index: Int?

    var children: [DemangledNode] = []

    /// The first child of a kind.
    func child(_ kind: String) -> DemangledNode? {
        children.first { $0.kind == kind }
    }

    /// The only child of a node that stands around another.
    var inside: DemangledNode? {
        children.count == 1 ? children[0] : nil
    }

    /// The first node of a kind that is anywhere in it.
    func first(_ kind: String) -> DemangledNode? {
        if self.kind == kind { return self }
        return children.lazy.compactMap { $0.first(kind) }.first
    }
}

extension DemangledNode {
    /// Reads the trees of all names in the output of one run.
    ///
    /// - Parameter output: What was printed for names that stood on lines of their own.
    /// - Returns: The roots by the names. Names that mean nothing are missing.
    static func read(_ output: String) -> [String: DemangledNode] {
        var trees: [String: DemangledNode] = [:]
        var name: String?
        var open: [DemangledNode] = []
        func close(to depth: Int) {
            while open.count > max(depth, 1) {
                let node = open.removeLast()
                open[open.count - 1].children.append(node)
            }
            guard depth == 0, let root = open.popLast(), let name else { return }
            trees[name] = root
        }
        for line in output.utf8.split(separator: UInt8(ascii: "\n")) {
            let header = "Demangling for "
            if line.starts(with: header.utf8) {
                close(to: 0)
                name = String(decoding: line.dropFirst(header.utf8.count), as: UTF8.self)
                continue
            }
            let depth = line.prefix { $0 == UInt8(ascii: " ") }.count / 2
            guard name != nil, depth <= min(open.count, depthLimit),
                let node = DemangledNode(line: line.dropFirst(2 * depth))
            else { continue }
            close(to: depth)
            open.append(node)
        }
        close(to: 0)
        return trees
    }

    /// How deep the types of a name may be nested.
    private static let depthLimit = 400

    /// Reads `kind=Identifier, text="Array"`.
    private init?(line: Substring.UTF8View.SubSequence) {
        let parts = line.split(separator: UInt8(ascii: ","), maxSplits: 1)
        guard let first = parts.first, first.starts(with: "kind=".utf8) else { return nil }
        kind = String(decoding: first.dropFirst(5), as: UTF8.self)
        var text: String?
        var index: Int?
        if parts.count == 2 {
            let rest = parts[1].dropFirst()
            if rest.starts(with: "text=\"".utf8) {
                text = String(decoding: rest.dropFirst(6).dropLast(), as: UTF8.self)
            } else if rest.starts(with: "index=".utf8) {
                index = Int(String(decoding: rest.dropFirst(6), as: UTF8.self))
            }
        }
        self.text = text
        self.index = index
    }
}
