// SPDX-License-Identifier: MIT

package import MortiseGraph
import Synchronization

// For vocabularies whose keys are metatypes, and whose definitions do not keep their container
// alive.

extension ResolutionError {
    /// The key that could not be resolved: the last one on the path.
    package var requestedKey: KeyWords? { entries.last?.key }
}

extension Container {
    /// The keys of all definitions, in registration order.
    package var registeredKeys: [KeyWords] {
        let slots = state.withLock { state in
            let plain = Set(state.slots.flatMap(\.plainForwarders))
            return state.slots.filter { slot in
                slot.kind != .member && slot.kind != .substitute && !plain.contains(slot)
            }
        }
        return slots.map(\.key)
    }

    /// The keys of all definitions that a vocabulary has named, in registration order:
    /// ``Definition/setVocabularyDefinition(_:)``.
    package var keysOfVocabulary: [KeyWords] {
        state.withLock { state in
            state.slots.filter { $0.existingDetails?.vocabularyDefinition != nil }
        }.map(\.key)
    }

    /// The vocabulary's objects for the definitions among which a path is ambiguous.
    package func namesOfCandidates(in path: [Diagnostic.Step]) -> [AnyObject] {
        let slots = allInOrder.flatMap(\.registeredSlots)
        return path.compactMap { step in
            guard step.relation == .candidate else { return nil }
            let slot = slots.first { slot in
                Int(slot.line) == step.site?.line ?? 0 && slot.key.key == step.key
                    && slot.site == step.site
            }
            return slot.flatMap { slot in
                slot.owner.state.withLock { _ in slot.existingDetails?.vocabularyDefinition }
            }
        }
    }

    /// Removes the definition of a key, the instances that it cached and the types that it
    /// forwards.
    ///
    /// - Precondition: The container is not bootstrapped.
    package func removeDefinition(of key: KeyWords) {
        remove(
            state.withLock { $0.knownSlots.filter { $0.key == key }.flatMap(\.goingAlong) }
        )
    }

    /// The definition with a key and a vocabulary's object, as the running thread sees it.
    fileprivate func slot(_ key: KeyWords, called name: AnyObject) -> Slot? {
        func isMeant(_ slot: Slot) -> Bool {
            slot.existingDetails?.vocabularyDefinition === name && slot.key == key
        }
        return state.withLock { state in
            var removed: [Slot] = []
            for group in state.groups.reversed() {
                if let member = group.members.last(where: { isMeant($0.slot) }) {
                    return member.slot
                }
                if group.startsOver { return nil }
                removed += group.removed
            }
            let published = Table(word: table.load(ordering: .relaxed)).find(key)
            let found =
                published.map { $0.takeUnretainedValue() }.flatMap { isMeant($0) ? $0 : nil }
                ?? state.slots.last(where: isMeant)
            return removed.contains { $0 === found } ? nil : found
        }
    }

    /// Whether this thread is making an instance for a property that is being filled.
    package static var isFillingProperty: Bool {
        var next = ThreadRecord.known?.pointee.filling
        while let filling = next {
            // A mark before or after the properties is no property.
            let unstored = filling.pointee.property as? any UnstoredProperty
            if unstored?.moment.isAmongProperties != false { return true }
            next = filling.pointee.outer
        }
        return false
    }
}

extension Slot {
    /// The forwarders without arguments of types that it also forwards with arguments.
    ///
    /// Under the owner's lock.
    fileprivate var plainForwarders: [Slot] {
        let forwarders = existingDetails?.forwarders ?? []
        return forwarders.filter { plain in
            plain.arguments == 0
                && forwarders.contains {
                    $0.arguments != 0 && $0.type == plain.type && $0.tag == plain.tag
                }
        }
    }
}

extension Definition {
    /// Attaches a vocabulary's object to the definition, for as long as it is registered.
    package func setVocabularyDefinition(_ vocabularyDefinition: any AnyObject & Sendable) {
        slot.owner.state.withLock { _ in
            slot.details.vocabularyDefinition = vocabularyDefinition
        }
    }
}

extension Resolver {
    /// The container that the factory's instance was requested from.
    package var askedContainer: Container { frame.view.takeUnretainedValue() }
}

/// A reference to a definition that keeps neither the container nor the instances alive.
package struct DetachedDefinition<Instance>: Sendable {
    private let key: KeyWords
    private let weakContainer: WeakContainer

    package init(_ definition: Definition<Instance>) {
        key = definition.slot.key
        weakContainer = WeakContainer(definition.container)
    }

    /// Its container, if that still exists.
    package var container: Container? { weakContainer.value }

    /// The definition, if its container still exists and has it, if only in this thread's install.
    ///
    /// - Parameter name: The vocabulary's object: ``Definition/setVocabularyDefinition(_:)``.
    /// - Returns: The definition.
    package func definition(called name: AnyObject) -> Definition<Instance>? {
        guard let container, let slot = container.slot(key, called: name) else { return nil }
        return Definition(slot, in: container)
    }

    /// Whether both have the same key.
    package func hasKey(of other: DetachedDefinition) -> Bool { key == other.key }
}
