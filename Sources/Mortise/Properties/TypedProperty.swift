// SPDX-License-Identifier: MIT

import CMortiseThread
import MortiseGraph

/// A property whose type says what fills it.
package protocol TypedProperty {
    /// What the container resolves for it.
    static var need: PropertyNeed { get }
}

/// What the type of a property says about its instance: not its tag, which only the property knows.
package struct PropertyNeed {
    /// The type of the instance.
    package let type: Any.Type
    /// Whether the property may do without it.
    package let mayBeMissing: Bool

    package init(_ type: Any.Type, mayBeMissing: Bool) {
        self.type = type
        self.mayBeMissing = mayBeMissing
    }
}

extension Injected: TypedProperty {
    package static var need: PropertyNeed {
        let optional = Value.self as? any DerivedDependency.Type
        guard let optional, !optional.isDeferred else {
            return PropertyNeed(Value.self, mayBeMissing: false)
        }
        return PropertyNeed(optional.underlyingType, mayBeMissing: true)
    }
}

extension InjectedWeak: TypedProperty {
    package static var need: PropertyNeed { PropertyNeed(Value.self, mayBeMissing: true) }
}

extension PropertyNeed {
    /// The properties that every instance of a type stores, as far as its metadata can be read.
    static func all(in type: Any.Type) -> [PropertyNeed] {
        let classes = sequence(first: type) { type in
            (type as? AnyClass).flatMap { _getSuperclass($0) }
        }
        return classes.flatMap(own)
    }

    private static func own(in type: Any.Type) -> [PropertyNeed] {
        let owner = unsafeBitCast(type, to: UnsafeRawPointer.self)
        return (0..<mortise_field_count(owner)).flatMap { index -> [PropertyNeed] in
            guard let found = mortise_field_type(owner, index) else { return [] }
            let type = unsafeBitCast(found, to: Any.Type.self)
            if let property = type as? any TypedProperty.Type { return [property.need] }
            // A stored struct is part of its owner, another object is not.
            return type is AnyClass ? [] : own(in: type)
        }
    }
}

extension Container {
    /// Adds what the properties of instances need that were not made yet.
    ///
    /// The type of a property does not say its tag. So a dependency is known only if there is no
    /// more than one tag to ask with.
    ///
    /// - Parameters:
    ///   - containers: The containers of the graph.
    ///   - nodes: Their definitions.
    static func addNeeds(of containers: [Container], to nodes: inout [Graph.Node]) {
        var needs: [DefinitionPlace: [PropertyNeed]] = [:]
        for (number, container) in containers.enumerated() {
            for slot in container.registeredSlots {
                let own = slot.needs
                guard !own.isEmpty else { continue }
                needs[DefinitionPlace(number, slot.key.key, slot.site)] = own
            }
        }
        guard !needs.isEmpty else { return }
        var tags: [TypeName: Set<DefinitionTag?>] = [:]
        for node in nodes where node.key.tag?.isMember != true {
            tags[node.key.type, default: []].insert(node.key.tag)
        }
        for index in nodes.indices {
            let node = nodes[index]
            let place = DefinitionPlace(node.container, node.key, node.site)
            for need in needs[place] ?? [] { nodes[index].add(need, tags) }
        }
    }
}

extension Graph.Node {
    /// Adds the dependency of a property, unless an instance showed it already.
    fileprivate mutating func add(_ need: PropertyNeed, _ tags: [TypeName: Set<DefinitionTag?>]) {
        var dependency = Dependency(
            to: need.type,
            kind: .property,
            isOptional: need.mayBeMissing
        )
        let type = dependency.key.type
        guard !dependencies.contains(where: { $0.kind != .constructor && $0.key.type == type })
        else { return }
        let known = tags[type] ?? []
        guard known.count <= 1 else {
            if transparency == .declared { transparency = .opaque }
            return
        }
        guard !known.isEmpty || !need.mayBeMissing else { return }
        dependency.key = Key(type, tag: known.first.flatMap(\.self))
        dependencies.append(dependency)
    }
}

extension Slot {
    /// What the properties of its instances need, until an instance was made and shows it.
    fileprivate var needs: [PropertyNeed] {
        guard kind.callsFactory, !wasBuilt, injectsProperties else { return [] }
        return PropertyNeed.all(in: key.metatype)
    }
}

/// A definition in the graph.
private struct DefinitionPlace: Hashable {
    let container: Int
    let key: Key
    let site: SourceSite?

    init(_ container: Int, _ key: Key, _ site: SourceSite?) {
        self.container = container
        self.key = key
        self.site = site
    }
}
