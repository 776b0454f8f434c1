// SPDX-License-Identifier: MIT

import Synchronization

/// The definitions that every vocabulary can express.
///
/// | Type | Lifetime | Needs |
/// |---|---|---|
/// | ``Leaf`` | new each time | |
/// | ``Leaf`` tagged `"other"` | new each time, ``Leaf/isOther`` | |
/// | ``Shared`` | one for each resolve | |
/// | ``Single`` | singleton | |
/// | ``Root`` | new each time | ``Leaf``, ``Shared`` twice, ``Single`` |
/// | ``Fragile`` | singleton; ``makeFragile()`` throws the first time | |
/// | ``Parent`` | one for each resolve; its property is set after it was made | ``Child`` |
/// | ``Child`` | one for each resolve | ``Parent`` |
/// | ``Ring`` | new each time, through its initializer | itself |
/// | ``Unknown`` | not at all | |
public final class ContractSample: Sendable {
    /// Is new each time.
    public final class Leaf: Sendable {
        /// Whether it comes from the tagged definition.
        public let isOther: Bool

        /// Makes one.
        ///
        /// - Parameter isOther: Whether it comes from the tagged definition.
        public init(isOther: Bool = false) { self.isOther = isOther }
    }

    /// Is made once in each resolve.
    public final class Shared: Sendable {
        /// Makes one.
        public init() {}
    }

    /// Is made once.
    public final class Single: Sendable {
        /// Makes one.
        public init() {}
    }

    /// Needs the other types.
    public final class Root: Sendable {
        let leaf: Leaf
        let first: Shared
        let second: Shared
        let single: Single

        /// Makes one.
        ///
        /// - Parameters:
        ///   - leaf: A new instance.
        ///   - first: The shared instance.
        ///   - second: The same shared instance.
        ///   - single: The singleton.
        public init(leaf: Leaf, first: Shared, second: Shared, single: Single) {
            self.leaf = leaf
            self.first = first
            self.second = second
            self.single = single
        }
    }

    /// Fails on its first attempt.
    public final class Fragile: Sendable {}

    /// Gets a child after it was made.
    public final class Parent {
        /// The child, set as a property.
        public var child: Child?

        /// Makes one without a child.
        public init() {}
    }

    /// Needs its parent.
    public final class Child {
        let parent: Parent

        /// Makes one.
        ///
        /// - Parameter parent: Its parent.
        public init(parent: Parent) { self.parent = parent }
    }

    /// Cannot be made, because it needs itself.
    public final class Ring: Sendable {
        /// Makes one from another one.
        ///
        /// - Parameter ring: Another one.
        public init(ring: Ring) { _ = ring }
    }

    /// Is not registered.
    public final class Unknown: Sendable {}

    /// The error of ``makeFragile()``.
    public struct Refusal: Error, Hashable, Sendable {}

    private let attempts = Atomic<Int>(0)

    /// Makes a sample with a state of its own.
    public init() {}

    /// Makes an instance of ``Fragile``.
    ///
    /// - Returns: An instance, from the second call on.
    /// - Throws: ``Refusal``, the first time.
    public func makeFragile() throws -> Fragile {
        if attempts.add(1, ordering: .relaxed).oldValue == 0 { throw Refusal() }
        return Fragile()
    }
}

// Each changes the other.
@available(*, unavailable)
extension ContractSample.Parent: Sendable {}

@available(*, unavailable)
extension ContractSample.Child: Sendable {}
