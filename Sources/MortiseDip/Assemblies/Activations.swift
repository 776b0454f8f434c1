// SPDX-License-Identifier: MIT

import Mortise

/// The assemblies that are active in a container.
final class Activations: Sendable {
    typealias Removal = @Sendable (DependencyContainer) -> Void

    private struct Activation {
        /// Strong, so that no other assembly gets its identity.
        let assembly: any Assembly
        /// The activated assemblies that collaborate with it, directly or indirectly.
        var roots: Set<ObjectIdentifier> = []
        var removals: [Removal] = []
    }

    private let all = Locked<[ObjectIdentifier: Activation]>([:])

    /// Records that an assembly is active on its own or another one's behalf.
    ///
    /// - Returns: Whether it was not active before.
    func add(_ assembly: any Assembly, for root: any Assembly) -> Bool {
        all.withLock { all in
            let isNew = all[ObjectIdentifier(assembly)] == nil
            all[ObjectIdentifier(assembly), default: Activation(assembly: assembly)].roots
                .insert(ObjectIdentifier(root))
            return isNew
        }
    }

    func set(_ removals: [Removal], of assembly: any Assembly) {
        all.withLock { $0[ObjectIdentifier(assembly)]?.removals = removals }
    }

    /// Records that an assembly is deactivated.
    ///
    /// - Returns: The removals of all assemblies that no active one needs.
    func remove(_ root: any Assembly) -> [Removal] {
        // Assemblies are released outside the lock.
        var gone: [Activation] = []
        all.withLock { all in
            for (key, activation) in all where activation.roots.contains(ObjectIdentifier(root)) {
                all[key]?.roots.remove(ObjectIdentifier(root))
                guard activation.roots.count == 1 else { continue }
                gone.append(activation)
                all[key] = nil
            }
        }
        return withExtendedLifetime(gone) { gone.flatMap(\.removals) }
    }

    func removeAll() {
        var gone: [ObjectIdentifier: Activation] = [:]
        all.withLock { swap(&$0, &gone) }
        withExtendedLifetime(gone) {}
    }
}
