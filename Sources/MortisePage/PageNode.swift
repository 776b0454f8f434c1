// SPDX-License-Identifier: MIT

import MortiseGraph

/// A box of the page: a definition, or a key that nothing provides.
struct PageNode: Sendable {
    /// The name that the box shows.
    let name: String
    let qualified: String
    let summary: String
    let site: String
    /// The letter of its kind, which also chooses its colour.
    let kind: String
    let container: Int
    /// How much is known of it, and what else it is.
    let remarks: [String]
    let module: String
    /// How long its instances took that were made, if that is known of some definition.
    let made: BuildTimes.Sum?

    init(_ node: Graph.Node, _ builds: BuildTimes) {
        name = node.key.description.shown
        qualified = node.key.qualified.shown
        summary = node.summary.shown
        site = node.site?.description.shown ?? ""
        kind = Self.kind(of: node)
        container = node.container
        module = Self.module(of: node.key, at: node.site)
        made = builds.isEmpty ? nil : builds[node]
        var remarks: [String] = []
        if node.transparency == .opaque { remarks.append("may need more: its factory has not run") }
        if node.transparency == .observed { remarks.append("needs what its factory resolved") }
        if node.isContributing { remarks.append("contributes to its key") }
        if node.replacing != nil { remarks.append("replaces others") }
        if node.forwardsTo != nil { remarks.append("is a forwarded type") }
        if node.answersAnyTag { remarks.append("answers any tag") }
        self.remarks = remarks
    }

    /// A key that nothing provides, needed by a definition.
    init(missing key: Key, _ absence: String, neededBy node: PageNode) {
        name = key.description.shown
        qualified = key.qualified.shown
        summary = absence
        site = ""
        kind = "?"
        container = node.container
        remarks = []
        module = node.module
        made = nil
    }

    private static func kind(of node: Graph.Node) -> String {
        if node.isDecorator { return "D" }
        if node.input != nil { return "I" }
        if node.collection != nil { return "C" }
        return switch node.lifetime {
        case .unique: "U"
        case .shared: "H"
        case .singleton: "S"
        case .eagerSingleton: "E"
        case .weakSingleton: "W"
        case .scoped: "R"
        }
    }

    /// The module of a type's name: that of its parameter, if it is one of the language.
    private static func module(of key: Key, at site: SourceSite?) -> String {
        let words = key.type.qualified.split {
            !$0.isLetter && !$0.isNumber && $0 != "_" && $0 != "."
        }
        for word in words {
            let parts = word.split(separator: ".")
            guard parts.count > 1, !["Swift", "Mortise", "Foundation"].contains(parts[0]) else {
                continue
            }
            return String(parts[0]).shown
        }
        return site.map { String($0.file.prefix { $0 != "/" }).shown } ?? ""
    }

    /// The number of columns that the box needs, estimated; wide characters count twice.
    var width: Int {
        let name = Self.width(of: self.name) * 15 / 2
        let below = Self.width(of: caption) * 13 / 2
        return min(270, max(96, max(name, below) + 48))
    }

    /// The second line of the box.
    var caption: String {
        let file = site.split(separator: "/").last.map(String.init) ?? ""
        return file.isEmpty ? summary : "\(summary) · \(file)"
    }

    private static func width(of text: String) -> Int {
        text.unicodeScalars.reduce(0) { $0 + ($1.value >= 0x1100 ? 2 : 1) }
    }
}
