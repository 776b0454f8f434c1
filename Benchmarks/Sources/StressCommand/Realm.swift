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
    /// The input of a scope.
    private let ownInput: Input?
    /// Its own definitions that contribute to the list, in order.
    private let ownMembers = Guarded<[Int]>([])
    private let kept: Guarded<Container?>
    private let weak: Guarded<Weak>
    /// Whether closing may have begun.
    private let mayBeClosing = Atomic<Bool>(false)

    init(_ kind: Kind, of parent: Realm?, _ container: Container, input: Input? = nil) {
        self.kind = kind
        ownInput = input
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

    /// The input of the nearest scope.
    var input: Input? { ownInput ?? parent?.input }

    /// What a list has that is resolved from here: those of ancestors first.
    var members: [Member] {
        (parent?.members ?? []) + ownMembers.withLock { $0 }.map { Member(node: $0, realm: self) }
    }

    /// A definition that contributes to the list, and where it is registered.
    struct Member: Equatable {
        let node: Int
        let realm: Realm

        static func == (one: Member, other: Member) -> Bool {
            one.node == other.node && one.realm === other.realm
        }
    }

    func register(members: [Int]) { ownMembers.withLock { $0 = members } }

    /// The realm of captured containers.
    var outermost: Realm { parent?.outermost ?? self }
}
