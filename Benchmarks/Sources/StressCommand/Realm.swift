// SPDX-License-Identifier: MIT

import Mortise
import Synchronization

/// A container of a world, and what is known of it.
final class Realm: Sendable {
    enum Kind: Sendable {
        case base, linked, scope, overlay, child
    }

    let kind: Kind
    let parent: Realm?
    private let kept: Guarded<Container?>
    private let weak: Guarded<Weak>
    /// Whether somebody may have begun to close it.
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

    /// Lets go of the container.
    ///
    /// - Returns: It.
    func take() -> Container? {
        kept.withLock { kept in
            defer { kept = nil }
            return kept
        }
    }

    /// To be called before anything that closes it.
    func willClose() { mayBeClosing.store(true, ordering: .sequentiallyConsistent) }

    /// Whether something of it may be refused because it is being closed.
    var mayBeClosed: Bool {
        mayBeClosing.load(ordering: .sequentiallyConsistent) || parent?.mayBeClosed == true
    }

    /// Whether a scope is open here or around.
    var hasScope: Bool { kind == .scope || parent?.hasScope == true }

    /// Whether what is registered in another realm can be found here.
    func sees(_ other: Realm) -> Bool {
        if self === other { return true }
        if let parent { return parent.sees(other) }
        // The outermost container is linked with one other.
        return other.parent == nil
    }

    /// The realm whose container keeps the instance of a definition that is asked for here.
    func owner(of generation: Generation) -> Realm {
        if self === generation.realm { return self }
        switch kind {
        case .overlay: return self
        case .scope where generation.definition.lifetime == .scoped: return self
        default: return parent?.owner(of: generation) ?? generation.realm
        }
    }

    /// Where captured containers lead to.
    var outermost: Realm { parent?.outermost ?? self }
}
