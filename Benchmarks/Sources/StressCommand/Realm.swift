// SPDX-License-Identifier: MIT

import Mortise
import Synchronization

/// A container of a world, with its state in the test.
final class Realm: Sendable {
    enum Kind: Sendable {
        case base, linked, scope, overlay, child
    }

    let kind: Kind
    let parent: Realm?
    private let kept: Guarded<Container?>
    private let weak: Guarded<Weak>
    /// Whether closing may have begun.
    private let mayBeClosing = Atomic<Bool>(false)

    init(_ kind: Kind, of parent: Realm?, _ container: Container) {
        self.kind = kind
        self.parent = parent
        kept = Guarded(container)
        weak = Guarded(Weak(container: container))
    }

    private struct Weak {
        weak var container: Container?
    }

    /// Whether the container is alive.
    var isAlive: Bool { weak.withLock { $0 }.container != nil }

    /// The container, unless it was dropped.
    var container: Container? { kept.withLock { $0 } }

    /// Drops the container.
    ///
    /// - Returns: The container.
    func take() -> Container? {
        kept.withLock { kept in
            defer { kept = nil }
            return kept
        }
    }

    /// Call this before anything that closes the container.
    func willClose() { mayBeClosing.store(true, ordering: .sequentiallyConsistent) }

    /// Whether requests may be refused because it is being closed.
    var mayBeClosed: Bool {
        mayBeClosing.load(ordering: .sequentiallyConsistent) || parent?.mayBeClosed == true
    }

    /// Whether a scope is open here or in an ancestor.
    var hasScope: Bool { kind == .scope || parent?.hasScope == true }

    /// Whether another realm's definitions are visible here.
    func sees(_ other: Realm) -> Bool {
        if self === other { return true }
        if let parent { return parent.sees(other) }
        // The outermost container is linked with one other.
        return other.parent == nil
    }

    /// The realm that keeps the instance for a request from here.
    func owner(of generation: Generation) -> Realm {
        if self === generation.realm { return self }
        switch kind {
        case .overlay: return self
        case .scope where generation.definition.lifetime == .scoped: return self
        default: return parent?.owner(of: generation) ?? generation.realm
        }
    }

    /// The realm of captured containers.
    var outermost: Realm { parent?.outermost ?? self }
}
