// SPDX-License-Identifier: MIT

/// What the documentation says, carried out in the simplest way: one thread, no reuse of anything
/// that is not demanded, and a depth that ends.
final class ReferenceModel {
    /// An instance as the model sees it.
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
        /// A cycle that only ends where somebody looks at the depth.
        case endless
        /// More than is worth comparing.
        case tooMuch
        /// A step is unwound, to run again when a factory has returned.
        case postponed
    }

    /// What is known after one outermost resolve.
    struct Report {
        var result: Result<Instance?, Failure> = .success(nil)
        /// The definitions whose factories were called, in order.
        var runs: [Int] = []
        /// The instances that hear that they were resolved, in order.
        var notified: [Instance] = []
        /// Whether a step was unwound: how much ran twice is left open.
        var hasPostponed = false
        /// Whether somebody has forgiven an endless recursion: then anything is possible.
        var isOpen = false
    }

    final class Place {
        let parent: Place?
        var definitions: [Plan.Name: Plan.Definition] = [:]
        /// The name a forwarded name leads to, and who says so.
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

    func find(_ name: Plan.Name, from place: Place) -> Found? {
        for name in [name, Plan.Name(type: name.type, tag: nil)] {
            var current: Place? = place
            while let place = current {
                if let definition = place.definitions[name] {
                    return .definition(definition, owner: place)
                }
                if let forward = place.forwarded[name] { return .forward(forward.target) }
                current = place.parent
            }
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

    /// Breaks the rings among what was made.
    func letGo() {
        for instance in instances {
            instance.needs = []
            instance.properties = []
        }
        instances = []
    }

    func commit(_ instance: Instance, to slot: Slot) { cache[slot] = instance }
}
