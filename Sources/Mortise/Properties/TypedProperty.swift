// SPDX-License-Identifier: MIT

import CMortiseThread
import MortiseGraph

// The types here have no structs of their own: their metadata would be in every program.

/// A property whose type says what fills it.
package protocol TypedProperty {
    /// The type of its instance, and whether the property may do without.
    ///
    /// Only the property itself knows its tag.
    static var need: (type: Any.Type, mayBeMissing: Bool) { get }
}

extension Injected: TypedProperty {
    package static var need: (type: Any.Type, mayBeMissing: Bool) {
        let optional = Value.self as? any DerivedDependency.Type
        guard let optional, !optional.isDeferred else { return (Value.self, false) }
        return (optional.underlyingType, true)
    }
}

extension InjectedWeak: TypedProperty {
    package static var need: (type: Any.Type, mayBeMissing: Bool) { (Value.self, true) }
}

extension Slot {
    /// What the properties of its instances need.
    fileprivate var needs: [(type: Any.Type, mayBeMissing: Bool)] {
        guard kind.callsFactory, injectsProperties else { return [] }
        let classes = sequence(first: key.metatype) { type in
            (type as? AnyClass).flatMap { _getSuperclass($0) }
        }
        return classes.flatMap { Self.needs(of: $0) }
    }

    /// What the properties need that a class or a struct stores, without inherited ones.
    private static func needs(of type: Any.Type) -> [(type: Any.Type, mayBeMissing: Bool)] {
        let owner = unsafeBitCast(type, to: UnsafeRawPointer.self)
        return (0..<mortise_field_count(owner)).flatMap { index in
            guard let found = mortise_field_type(owner, index) else {
                return [] as [(type: Any.Type, mayBeMissing: Bool)]
            }
            let type = unsafeBitCast(found, to: Any.Type.self)
            if let property = type as? any TypedProperty.Type { return [property.need] }
            // A stored struct is part of its owner, another object is not.
            return type is AnyClass ? [] : needs(of: type)
        }
    }
}

extension Container {
    /// Adds what the properties of instances need that were not made yet: an instance shows it.
    ///
    /// The type of a property does not say its tag. So a dependency is known only if there is no
    /// more than one tag to ask with.
    ///
    /// - Parameters:
    ///   - containers: The containers of the graph.
    ///   - nodes: Their definitions.
    static func addNeeds(of containers: [Container], to nodes: inout [Graph.Node]) {
        typealias Need = (type: Any.Type, mayBeMissing: Bool)
        typealias Owner = (container: Int, site: SourceSite?, needs: [Need], wasSeen: Bool)
        var slots: [Key: [Owner]] = [:]
        for (number, container) in containers.enumerated() {
            for slot in container.registeredSlots {
                let wasSeen = slot.isRecorded(seeing: .passUnretained(container))
                let needs = wasSeen && containers.count == 1 ? [] : slot.needs
                guard !needs.isEmpty else { continue }
                slots[slot.key.key, default: []].append((number, slot.site, needs, wasSeen))
            }
        }
        guard !slots.isEmpty else { return }
        var tags: [TypeName: Set<DefinitionTag?>] = [:]
        for node in nodes where node.key.tag?.isMember != true {
            tags[node.key.type, default: []].insert(node.key.tag)
        }
        for index in nodes.indices {
            let node = nodes[index]
            let own = slots[node.key]?.first {
                $0.container == node.container && $0.site == node.site
            }
            guard let own else { continue }
            let views = containers.indices.filter { $0 != own.container || !own.wasSeen }
            for need in own.needs {
                for view in views {
                    nodes[index].add(
                        need.type,
                        mayBeMissing: need.mayBeMissing,
                        tags,
                        seeing: view
                    )
                }
            }
        }
    }
}

extension Graph.Node {
    /// Adds the dependency of a property, unless an instance showed it already.
    fileprivate mutating func add(
        _ type: Any.Type,
        mayBeMissing: Bool,
        _ tags: [TypeName: Set<DefinitionTag?>],
        seeing view: Int
    ) {
        var dependency = Dependency(to: type, kind: .property, isOptional: mayBeMissing)
        dependency.observer = view
        let type = dependency.key.type
        let isShown = dependencies.contains { other in
            other.kind != .constructor && other.key.type == type && other.observer == view
        }
        guard !isShown else { return }
        let known = tags[type] ?? []
        guard known.count <= 1 else {
            if transparency == .declared { transparency = .opaque }
            return
        }
        guard !known.isEmpty || !mayBeMissing else { return }
        dependency.key = Key(type, tag: known.first.flatMap(\.self))
        dependencies.append(dependency)
    }
}
