// SPDX-License-Identifier: MIT

/// The documentation's rules in their simplest implementation: one thread, no optional reuse, and a limited
/// depth.
final class ReferenceModel {
    /// An instance in the model.
    final class Instance {
        let definition: Plan.Definition
        let argument: Int?
        var needs: [Instance?] = []
        var properties: [[Instance?]]

        init(_ definition: Plan.Definition, _ argument: Int?) {
            self.definition = definition
            self.argument = argument
            properties = Array(repeating: [], count: definition.steps.count)
        }
    }

    enum Failure: Error, Equatable {
        case missing
        case factory
        case step
        case cycle
        /// A cycle that only a depth limit ends.
        case endless
        /// Too much to compare.
        case tooMuch
        /// A step is unwound, to run again when a factory has returned.
        case postponed
    }

    /// The outcome of one outermost resolve.
    struct Report {
        var result: Result<Instance?, Failure> = .success(nil)
        /// The definitions whose factories were called, in order.
        var runs: [Int] = []
        /// The instances that were notified, in order.
        var notified: [Instance] = []
        /// Whether a step was unwound: the number of repeated runs is unspecified.
        var hasPostponed = false
        /// Whether an endless recursion was handled: then any outcome is possible.
        var isOpen = false
    }

    final class Place {
        let parent: Place?
        var definitions: [Plan.Name: Plan.Definition] = [:]
        /// The target of each forwarded name, and its definition.
        var forwarded: [Plan.Name: (target: Plan.Name, by: Int)] = [:]

        init(parent: Place?) { self.parent = parent }
    }

    enum Found {
        case definition(Plan.Definition, owner: Place)
        case forward(Plan.Name)
    }

    struct Slot: Hashable {
        let id: Int
        let argument: Int?
    }

    let parent = Place(parent: nil)
    let child: Place
    private var cache: [Slot: Instance] = [:]
    private var instances: [Instance] = []

    init(_ plan: Plan) {
        child = Place(parent: parent)
        for definition in plan.parent { register(definition, in: parent) }
        for definition in plan.child { register(definition, in: child) }
    }

    // MARK: Registering

    func register(_ definition: Plan.Definition, in place: Place) {
        if let old = place.definitions[definition.name] { drop(old.id) }
        place.definitions[definition.name] = definition
        if let name = definition.forwarded {
            place.forwarded[name] = (definition.name, definition.id)
        }
    }

    func remove(_ id: Int, in place: Place) {
        guard let name = place.definitions.first(where: { $0.value.id == id })?.key else { return }
        place.definitions[name] = nil
        for (name, forward) in place.forwarded where forward.by == id {
            place.forwarded[name] = nil
        }
        drop(id)
    }

    func reset(_ place: Place) {
        for definition in place.definitions.values { drop(definition.id) }
        place.definitions = [:]
        place.forwarded = [:]
    }

    private func drop(_ id: Int) {
        for slot in cache.keys where slot.id == id { cache[slot] = nil }
    }

    /// Finds what answers a name: with its tag, or else for any tag, or else, if the tag is
    /// inherited, without a tag.
    func find(_ name: Plan.Name, isInherited: Bool, from place: Place) -> Found? {
        let untagged = Plan.Name(type: name.type, tag: nil)
        return find(name, from: place) { _ in true }
            ?? find(untagged, from: place, where: \.isForAnyTag)
            ?? (isInherited ? find(untagged, from: place) { _ in true } : nil)
    }

    private func find(
        _ name: Plan.Name,
        from place: Place,
        where isMeant: (Plan.Definition) -> Bool
    ) -> Found? {
        var current: Place? = place
        while let place = current {
            if let definition = place.definitions[name], isMeant(definition) {
                return .definition(definition, owner: place)
            }
            // Forwarded names have tags.
            if let forward = place.forwarded[name] { return .forward(forward.target) }
            current = place.parent
        }
        return nil
    }

    // MARK: Resolving

    func resolve(_ need: Plan.Need, in place: Place, operation: Int) -> Report {
        let session = ModelSession(self, operation: operation)
        return session.run(need, in: place)
    }

    func cached(_ slot: Slot) -> Instance? { cache[slot] }

    func note(_ instance: Instance) { instances.append(instance) }

    /// Breaks the retain cycles of the instances.
    func letGo() {
        for instance in instances {
            instance.needs = []
            instance.properties = []
        }
        instances = []
    }

    func commit(_ instance: Instance, to slot: Slot) { cache[slot] = instance }
}
