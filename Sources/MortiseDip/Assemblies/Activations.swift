// SPDX-License-Identifier: MIT

import Synchronization

/// The assemblies that are active in a container.
// @unchecked: an assembly is read only where it is activated; a lock guards their list.
final class Activations: @unchecked Sendable {
    typealias Removal = @Sendable (DependencyContainer) -> Void

    private struct Activation {
        /// Strong, so that no other assembly gets its identity.
        let assembly: any Assembly
        /// The activated assemblies that collaborate with it, directly or indirectly.
        var roots: Set<ObjectIdentifier> = []
        var removals: [Removal] = []
    }

    private let lock = Mutex<Void>(())
    private var all: [ObjectIdentifier: Activation] = [:]

    /// Records that an assembly is active on its own or another one's behalf.
    ///
    /// - Returns: Whether it was not active before.
    func add(_ assembly: any Assembly, for root: any Assembly) -> Bool {
        locked {
            let isNew = all[ObjectIdentifier(assembly)] == nil
            all[ObjectIdentifier(assembly), default: Activation(assembly: assembly)].roots
                .insert(ObjectIdentifier(root))
            return isNew
        }
    }

    func set(_ removals: [Removal], of assembly: any Assembly) {
        locked { all[ObjectIdentifier(assembly)]?.removals = removals }
    }

    /// Records that an assembly is deactivated.
    ///
    /// - Returns: The removals of all assemblies that no active one needs.
    func remove(_ root: any Assembly) -> [Removal] {
        // Assemblies are released outside the lock.
        var gone: [Activation] = []
        locked {
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
        locked { swap(&all, &gone) }
        withExtendedLifetime(gone) {}
    }

    private func locked<Result>(_ body: () -> Result) -> Result {
        lock._unsafeLock()
        defer { lock._unsafeUnlock() }
        return body()
    }
}
