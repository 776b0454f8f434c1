// SPDX-License-Identifier: MIT

import Synchronization

// A decorator for scopes is registered in the container that declares it, and wraps nothing there.
// A scope that is opened takes it over with those of its other ancestors. So it is the scope's own,
// as if it were added to each: the scope owns the wrappers, and they see what the scope has.

extension Container {
    /// Whether any container ever had a decorator for scopes.
    private static let areScopesDecorated = Atomic<Bool>(false)

    static var mayDecorateScopes: Bool { areScopesDecorated.load(ordering: .acquiring) }

    /// Notes that the container has decorators for scopes, which scopes look for when they open.
    func noteScopeDecorators() {
        hasScopeDecorators.store(true, ordering: .releasing)
        Self.areScopesDecorated.store(true, ordering: .releasing)
    }

    /// Takes over the decorators of a new scope's ancestors, those of the outermost first.
    ///
    /// No other thread has the scope yet.
    func inheritDecorators(_ name: ScopeName) {
        var inherited: [UInt: [Slot]] = [:]
        for source in sourcesInOrder.reversed()
        where source.hasScopeDecorators.load(ordering: .acquiring) {
            inherited.merge(source.scopeDecorators(name)) { $0 + $1 }
        }
        guard !inherited.isEmpty else { return }
        noteDecorators()
        state.withLock { state in
            state.extras.inheritor = .passUnretained(self)
            state.extras.inheritedDecorators = inherited
            state.extras.decorators = inherited
        }
    }

    /// The decorators for scopes of a name that are declared here, by type.
    private func scopeDecorators(_ name: ScopeName) -> [UInt: [Slot]] {
        state.withLock { state in
            let extras = state.extras
            if let known = extras.scopeDecorators { return known[name] ?? [:] }
            var found: [ScopeName: [UInt: [Slot]]] = [:]
            for slot in state.slots where slot.kind == .decorator {
                guard let name = slot.scope.name else { continue }
                found[name, default: [:]][slot.type, default: []].append(slot)
            }
            extras.scopeDecorators = found
            return found[name] ?? [:]
        }
    }
}
