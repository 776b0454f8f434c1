// SPDX-License-Identifier: MIT

import MortiseGraph
import Synchronization

// What vocabularies with names for each implementation need to know.

extension Container {
    /// The tags of the implementations of a type that are registered here.
    package func implementations<T>(of type: T.Type) -> Set<Tag> {
        let word = KeyWords.word(of: T.self)
        return state.withLock { $0.implementations(of: word) }
    }

    /// Whether a definition without run-time arguments is registered here.
    package func hasDefinition<T>(of type: T.Type, tag: Tag?) -> Bool {
        slot(KeyWords(type: KeyWords.word(of: T.self), tag: tag)) != nil
    }

    /// The instance that the container keeps of a definition, if it was made.
    package func existingInstance<T>(of type: T.Type, tag: Tag?) -> T? {
        let found = slot(KeyWords(type: KeyWords.word(of: T.self), tag: tag))
        let holder = found.flatMap { slot in ConstructionSite.locked { slot.cell?.holder } }
        return holder.map { unsafeDowncast($0, to: Holder<T>.self).instance }
    }

    /// Removes all definitions of a type, with what is selected among them.
    ///
    /// - Precondition: The container is not bootstrapped.
    package func removeDefinitions<T>(of type: T.Type) {
        let word = KeyWords.word(of: T.self)
        let going = state.withLock { state in
            if state.hasExtras { state.extras.selections[word] = nil }
            return state.slots.filter { $0.type == word }
        }
        drop(Set(going.map(ObjectIdentifier.init)))
    }

    private func slot(_ key: KeyWords) -> Slot? {
        state.withLock { _ in
            let table = Table(word: table.load(ordering: .relaxed))
            return table.find(key)?.takeUnretainedValue()
        }
    }
}
