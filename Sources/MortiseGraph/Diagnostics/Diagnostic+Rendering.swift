// SPDX-License-Identifier: MIT

extension Diagnostic: CustomStringConvertible {
    /// The text of ``rendered()``.
    public var description: String {
        rendered()
    }
}

extension Diagnostic {
    /// Returns the diagnostic as text: the fact, the path, and what to do.
    ///
    /// ```text
    /// [missing-binding] Nothing provides any Clock
    ///              Screen     App/Wiring.swift:20
    ///   property   Presenter  App/Wiring.swift:12
    ///   needs      any Clock
    ///   hint: any Clock "monotonic" is registered at App/Wiring.swift:31; ask for it with its tag
    ///   more: documentation of Mortise, "missing-binding"
    /// ```
    ///
    /// Match on ``code`` and never on this text, which improves between releases.
    ///
    /// - Returns: The text, without a final newline.
    public func rendered() -> String {
        var lines = ["\(heading) \(fact)"]
        lines += path.rendered()
        if let underlying { lines += labelled("error", underlying) }
        if let hint { lines += labelled("hint", hint) }
        lines.append("  more: documentation of Mortise, \"\(code)\"")
        return lines.joined(separator: "\n")
    }

    private var heading: String {
        severity == .error ? "[\(code)]" : "[\(code), \(severity.rawValue)]"
    }

    private func labelled(_ label: String, _ text: String) -> [String] {
        let indent = String(repeating: " ", count: label.count + 4)
        return text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().map {
            ($0 == 0 ? "  \(label): \($1)" : indent + $1).withoutTrailingSpaces
        }
    }
}

extension [Diagnostic.Step] {
    /// The lines of a path, in columns.
    func rendered() -> [String] {
        let rows = elidingMiddle()
        let relations = rows.shown.map { $0 == 0 ? "" : self[$0].relation.word }
        let names = rows.shown.map { self[$0].key.description }
        let relationWidth = relations.map(\.count).max() ?? 0
        let nameWidth = names.map(\.count).filter { $0 <= 48 }.max() ?? 0
        var lines = zip(rows.shown, zip(relations, names)).map { index, row in
            let relation = relationWidth == 0 ? [] : [row.0.padded(to: relationWidth)]
            let columns = [""] + relation + [row.1.padded(to: nameWidth)] + remarks(on: index)
            return columns.joined(separator: "  ").withoutTrailingSpaces
        }
        if rows.hidden > 0 {
            lines.insert("  … \(rows.hidden.grouped) more …", at: rows.shown.count / 2)
        }
        return lines
    }

    private func remarks(on index: Int) -> [String] {
        var remarks = self[index].site.map { [$0.description] } ?? []
        if self[index].isDecorator { remarks.append("(decorator)") }
        if let label = self[index].label { remarks.append("(\(label))") }
        if self[index].isRepeated {
            let isFirst = firstIndex { $0.isRepeated } == index
            remarks.append(isFirst ? "(the cycle begins)" : "(the cycle closes)")
        }
        return remarks
    }
}

extension Diagnostic.Relation {
    /// The word in front of a step.
    fileprivate var word: String {
        switch self {
        case .needs: "needs"
        case .property: "property"
        case .deferred: "provider"
        case .forwards: "forwards to"
        case .candidate: "could be"
        case .again: "again"
        case .beside: "and"
        case .following: "then"
        }
    }
}

extension [Diagnostic.Step] {
    /// The indexes of the steps to print, and the number of steps left out between the two halves.
    fileprivate func elidingMiddle() -> (shown: [Int], hidden: Int) {
        let end = 8
        guard count > 24 else { return (Swift.Array(indices), 0) }
        return (Swift.Array(indices.prefix(end)) + indices.suffix(end), count - 2 * end)
    }
}

extension String {
    fileprivate func padded(to width: Int) -> String {
        self + String(repeating: " ", count: Swift.max(0, width - count))
    }

    fileprivate var withoutTrailingSpaces: String {
        var text = self
        while text.last == " " { text.removeLast() }
        return text
    }
}

extension Int {
    /// The number with its digits in groups of three, such as `9 984`.
    fileprivate var grouped: String {
        var text = ""
        for (place, digit) in description.reversed().enumerated() {
            if place > 0, place.isMultiple(of: 3) { text.append(" ") }
            text.append(digit)
        }
        return String(text.reversed())
    }
}
