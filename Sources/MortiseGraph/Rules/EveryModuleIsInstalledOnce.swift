// SPDX-License-Identifier: MIT

/// No module is installed in one container with values that may differ.
///
/// Equal values are one module. Two values that differ and register one key are an error. If the
/// type is not `Hashable`, its values cannot be compared: only the first is installed, and a further
/// one that has stored properties is a warning.
public struct EveryModuleIsInstalledOnce: Sendable {
    /// The code `duplicate-binding`.
    public let code = DiagnosticCode.duplicateBinding

    /// Creates the rule.
    public init() {}

    /// Reports every two values of a module that register one key, and every value that was left
    /// out.
    ///
    /// - Parameter graph: The graph to examine.
    /// - Returns: The findings in the order of the installations.
    /// - Complexity: O(*n* + *k* · *v*) for *n* definitions, of which modules registered *k*, and
    ///   *v* values of one module.
    public func findings(in graph: Graph) -> [Diagnostic] {
        let clashes = graph.clashes
        return graph.installations.indices.flatMap { number in
            clashes.filter { $0.second == number }.map { clash in
                differing(
                    graph.installations[clash.first],
                    graph.installations[clash.second],
                    clash.keys
                )
            } + leftOut(graph.installations[number])
        }
    }

    private func differing(
        _ first: Graph.Installation,
        _ second: Graph.Installation,
        _ keys: [Key]
    ) -> Diagnostic {
        let more = keys.count > 1 ? " and \(keys.count - 1) more" : ""
        return Diagnostic(
            code,
            fact: "\(first.module) is installed with different values, and each registers "
                + "\(keys[0])\(more)",
            path: first.path + again(second.path),
            hint: "install one of them, or let the module tag what it registers"
        )
    }

    private func leftOut(_ installation: Graph.Installation) -> [Diagnostic] {
        installation.leftOut.map { path in
            Diagnostic(
                code,
                severity: .warning,
                fact: "A second value of \(installation.module) was left out: all values of a type "
                    + "that is not Hashable are one module",
                path: installation.path + again(path),
                hint: "make it Hashable"
            )
        }
    }

    private func again(_ path: [Diagnostic.Step]) -> [Diagnostic.Step] {
        var path = path
        if !path.isEmpty { path[0].relation = .again }
        return path
    }
}

/// Two values of a module that register one key.
struct ModuleClash: Sendable {
    let first: Int
    let second: Int
    /// The keys that each registers, in order; not empty.
    let keys: [Key]
}

extension Graph {
    /// The values of one module in one container that register one key, but for definitions that
    /// contribute or replace.
    var clashes: [ModuleClash] {
        guard installations.count > 1 else { return [] }
        var isMeant: [DefinedKey: Bool] = [:]
        for node in nodes {
            isMeant[DefinedKey(node.container, node.key)] =
                node.isContributing || node.replacing != nil
        }
        let values = Dictionary(grouping: installations.indices) { number in
            DefinedKey(installations[number].container, Key(installations[number].module))
        }
        let clashes = values.values.flatMap { values in
            values.enumerated().flatMap { position, second in
                values.prefix(position).compactMap { first -> ModuleClash? in
                    let known = Set(installations[first].keys)
                    let container = installations[second].container
                    let keys = installations[second].keys.filter { key in
                        known.contains(key) && isMeant[DefinedKey(container, key)] == false
                    }
                    guard !keys.isEmpty else { return nil }
                    return ModuleClash(first: first, second: second, keys: keys)
                }
            }
        }
        return clashes.sorted { ($0.second, $0.first) < ($1.second, $1.first) }
    }
}

/// A key in one container.
struct DefinedKey: Hashable, Sendable {
    let container: Int
    let key: Key

    init(_ container: Int, _ key: Key) {
        self.container = container
        self.key = key
    }
}
