// SPDX-License-Identifier: MIT

extension Graph {
    /// Writes the graph as JSON.
    ///
    /// The top level is an object with these members, always in this order:
    ///
    /// - `version`: the number 1. It grows when a reader of the old shape could be misled. New
    ///   members do not change it.
    /// - `containers`: objects with `name`; with `sources`, the indexes of the containers that are
    ///   searched next; with `links`, the indexes of those that are searched last; with `role`:
    ///   `plain`, `scope` or `overlay`; with `scope`, the name of a scope or `null`; and with
    ///   `prefersMostParameters`.
    /// - `nodes`: objects with `key`, `lifetime`, `site`, `container`, `transparency`, `wiring`,
    ///   `arity`, `forwardsTo`, `isReplacing`, `replacing` (`anyParameters`, `sameParameters` or
    ///   `null`), `isContributing`, `replaced`, `answersAnyTag`, `input` (`required`, `optional`, `provided` or
    ///   `null`), `collection` (`list`, `keyed` or `null`), `decorates` (the
    ///   indexes of what a decorator wraps, or `null`) and `dependencies`.
    ///
    /// A key is an object with `description`, `type`, `arguments` and `tag`. Types are qualified,
    /// and a tag is a string, a number or `null`. A site is an object with `file` and `line`, or
    /// is `null`. A lifetime is an object with `name` and `scope`, which is `null` unless the name
    /// is `scoped`.
    ///
    /// A dependency is an object with `key`, `kind`, `evidence`, `isOptional`, `isPlural`, `tagRule`
    /// (`exact`, `inherited` or `fallingBack`), `isLive` (false for a parameter that nothing asks to
    /// be resolved) and `answer`, an object with the indexes `nodes` and with `status`: `found`,
    /// `ambiguous`, `argumentMismatch` or `missing`.
    ///
    /// - Returns: The text, with a final newline. Equal graphs give equal texts.
    /// - Complexity: O(*n* log *n* + *e*) for *n* definitions and *e* dependencies.
    public func json() -> String { document.rendered() + "\n" }

    /// What ``json()`` writes.
    package var document: JSONValue {
        let links = Links.drawn(self)
        return .object([
            ("version", .number(1)),
            ("containers", .array(containers.map(\.json))),
            ("nodes", .array(nodes.indices.map { json(ofNode: $0, links) })),
        ])
    }

    private func json(ofNode index: Int, _ links: Links) -> JSONValue {
        let node = links.graph.nodes[index]
        func originals(_ links: [Link]) -> JSONValue {
            .array(links.filter(\.isOriginal).compactMap(\.target).map { .number($0) })
        }
        let dependencies = node.dependencies.map { dependency in
            dependency.json(
                answer: dependency.isPlural
                    ? .found(links.index.all(dependency.key, from: links.views[index]))
                    : links.index.lookup(dependency, from: links.views[index]),
                isOptional: links.index.mayBeMissing(dependency, from: links.views[index]),
                isLive: !node.isParameter(dependency) || links.isWired[index]
            )
        }
        // The type says at once what each `.member` is, so the compiler need not try.
        let members: [(name: String, value: JSONValue)] = [
            ("key", node.key.json),
            ("lifetime", node.lifetime.json),
            ("site", node.site.json),
            ("container", .number(node.container)),
            ("transparency", .string(node.transparency.rawValue)),
            ("wiring", .string(node.wiring.rawValue)),
            ("arity", .number(node.arity)),
            ("forwardsTo", node.forwardsTo.json),
            ("isReplacing", .bool(node.replacing != nil)),
            ("replacing", .name(of: node.replacing)),
            ("isContributing", .bool(node.isContributing)),
            ("replaced", .array(node.replaced.map(\.json))),
            ("answersAnyTag", .bool(node.answersAnyTag)),
            ("input", .name(of: node.input)),
            ("collection", .name(of: node.collection)),
            ("decorates", node.isDecorator ? originals(links.of[index]) : .null),
            ("dependencies", .array(dependencies)),
        ]
        return .object(members)
    }
}

extension JSONValue {
    /// The raw value of a case; `null` if there is none.
    fileprivate static func name(of value: (some RawRepresentable<String>)?) -> JSONValue {
        value.map { .string($0.rawValue) } ?? .null
    }
}

extension Key? {
    package var json: JSONValue { map(\.json) ?? .null }
}

extension SourceSite? {
    fileprivate var json: JSONValue { map(\.json) ?? .null }
}

extension Graph.Container {
    fileprivate var json: JSONValue {
        .object([
            ("name", .string(name)),
            ("sources", .array(sources.map { .number($0) })),
            ("links", .array(links.map { .number($0) })),
            ("role", .string(role.name)),
            ("scope", role.scope.map { .string($0) } ?? .null),
            ("prefersMostParameters", .bool(prefersMostParameters)),
        ])
    }
}

extension Graph.Container.Role {
    var name: String {
        switch self {
        case .plain: "plain"
        case .scope: "scope"
        case .overlay: "overlay"
        }
    }
}

extension Dependency {
    fileprivate func json(
        answer: Graph.Lookup,
        isOptional: Bool,
        isLive: Bool
    ) -> JSONValue {
        .object([
            ("key", key.json),
            ("kind", .string(kind.rawValue)),
            ("evidence", .string(evidence.rawValue)),
            ("isOptional", .bool(isOptional)),
            ("isPlural", .bool(isPlural)),
            ("tagRule", .string(tagRule.rawValue)),
            ("isLive", .bool(isLive)),
            ("answer", answer.json),
        ])
    }
}

extension Graph.Lookup {
    fileprivate var json: JSONValue {
        let (status, nodes) =
            switch self {
            case .found(let nodes): ("found", nodes)
            case .ambiguous(let nodes): ("ambiguous", nodes)
            case .argumentMismatch(let nodes): ("argumentMismatch", nodes)
            case .missing: ("missing", [])
            }
        return .object([
            ("status", .string(status)),
            ("nodes", .array(nodes.map { .number($0) })),
        ])
    }
}

extension Key {
    /// The key with its parts.
    package var json: JSONValue {
        .object([
            ("description", .string(description)),
            ("type", .string(type.qualified)),
            ("arguments", .array(arguments.map { .string($0.qualified) })),
            ("tag", tag?.json ?? .null),
        ])
    }
}

extension DefinitionTag {
    fileprivate var json: JSONValue {
        switch self {
        case .text(let text): .string(text)
        case .number(let number): .number(number)
        case .member(let member): .string(member.description)
        }
    }
}

extension SourceSite {
    fileprivate var json: JSONValue {
        .object([("file", .string(file)), ("line", .number(line))])
    }
}

extension Graph.Lifetime {
    fileprivate var json: JSONValue {
        guard case .scoped(let scope) = self else {
            return .object([("name", .string(description)), ("scope", .null)])
        }
        return .object([("name", .string("scoped")), ("scope", .string(scope))])
    }
}
