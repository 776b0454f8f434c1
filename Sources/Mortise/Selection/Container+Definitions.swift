// SPDX-License-Identifier: MIT

import MortiseGraph
import Synchronization

// Support for vocabularies that give each implementation a name.

extension Container {
    /// The tags of the implementations of a type that are registered in this container.
    package func implementations<T>(of type: T.Type) -> Set<DefinitionTag> {
        let word = KeyWords.word(of: T.self)
        return state.withLock { $0.implementations(of: word) }
    }

    /// The instance that the container keeps for a definition, or `nil` if it was not made.
    package func existingInstance<T>(of type: T.Type, tag: DefinitionTag?) -> T? {
        let found = slot(KeyWords(type: KeyWords.word(of: T.self), tag: tag))
        let holder = found.flatMap { slot in
            slot.owner.instances.withLock { _ in slot.holder }
        }
        return holder.map { unsafeDowncast($0, to: Holder<T>.self).instance }
    }

    /// Inside a group, registers a default unless its key is known when the group is published.
    package func fillIn(_ register: (Container) -> Void) {
        func members(_ body: (inout StagedInstall) -> Void) {
            state.withLock { state in _ = state.stage(body) }
        }
        var known = 0
        members { known = $0.members.count }
        register(self)
        members { group in
            for index in known..<max(known, group.members.count) {
                group.members[index].isFillingIn = true
            }
        }
    }

    /// Removes all definitions of two types atomically, with their selections.
    ///
    /// - Precondition: The container is not bootstrapped.
    package func removeDefinitions<T, Other>(of type: T.Type, and other: Other.Type) {
        let words = [KeyWords.word(of: T.self), KeyWords.word(of: Other.self)]
        let isStaged = state.withLock { state in
            let going = state.knownSlots.filter { words.contains($0.type) }
            return state.stage { group in
                group.remove(going)
                for word in words { group.forget(word) }
            }
        }
        if isStaged { return }
        drop { state in
            for word in words { state.existingExtras?.selections[word] = nil }
            return state.slots.filter { words.contains($0.type) }
        }
    }

    private func slot(_ key: KeyWords) -> Slot? {
        state.withLock { _ in
            let table = Table(word: table.load(ordering: .relaxed))
            return table.find(key)?.takeUnretainedValue()
        }
    }
}
