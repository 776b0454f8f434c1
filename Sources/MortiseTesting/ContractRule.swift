// SPDX-License-Identifier: MIT

import Synchronization

/// A registration API under test, with its way to resolve.
///
/// It registers the definitions of ``ContractSample``; the rules then check the instances it
/// resolves.
public protocol FrontEnd: Sendable {
    /// Registers the sample's definitions.
    ///
    /// - Parameter sample: The source of the factories.
    /// - Returns: The result, which resolves the instances.
    /// - Throws: Any error from registering.
    func wire(_ sample: ContractSample) throws -> any WiredSample
}

/// The registered definitions of a sample.
public protocol WiredSample: Sendable {
    /// Resolves an instance.
    ///
    /// - Parameter type: One of the types of ``ContractSample``.
    /// - Returns: The instance.
    /// - Throws: The API's error.
    func resolve<T>(_ type: T.Type) throws -> T

    /// Resolves an instance of a tagged definition.
    ///
    /// - Parameters:
    ///   - type: One of the types of ``ContractSample``.
    ///   - tag: The tag.
    /// - Returns: The instance.
    /// - Throws: The API's error.
    func resolve<T>(_ type: T.Type, tag: String) throws -> T
}

/// The definitions that every registration API can express.
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

/// A promise that every registration API keeps.
///
/// Each rule is a value with a name, so it shows up as a test case of its own:
///
/// ```swift
/// @Test(arguments: ContractRule.all)
/// func `my API keeps the contract`(rule: ContractRule) throws {
///     try rule.verify(MyAPI())
/// }
/// ```
public struct ContractRule: Sendable {
    /// The promise, as a sentence.
    public let name: String

    private let isKept: @Sendable (any WiredSample) throws -> Bool

    /// Checks a registration API against this rule, with a sample of its own.
    ///
    /// - Parameter frontEnd: The registration API.
    /// - Throws: ``ContractViolation`` if the promise is broken; an error of the API that it should
    ///   not throw.
    public func verify(_ frontEnd: some FrontEnd) throws {
        guard try isKept(frontEnd.wire(ContractSample())) else {
            throw ContractViolation(rule: name)
        }
    }
}

/// A promise that a registration API broke.
public struct ContractViolation: Error, Hashable, Sendable, CustomStringConvertible {
    /// The promise, as a sentence.
    public let rule: String

    /// The promise.
    public var description: String { "broken: \(rule)" }
}

extension ContractRule: CustomStringConvertible {
    /// The promise, for test reports.
    public var description: String { name }
}

extension ContractRule {
    private typealias Sample = ContractSample

    /// Every rule, in reading order.
    public static let all: [ContractRule] = [
        ContractRule(name: "a unique definition gives a new instance each time") { sample in
            try sample.resolve(Sample.Leaf.self) !== sample.resolve(Sample.Leaf.self)
        },
        ContractRule(name: "a shared definition gives one instance for each resolve") { sample in
            let root = try sample.resolve(Sample.Root.self)
            let other = try sample.resolve(Sample.Root.self)
            return root.first === root.second && root.first !== other.first
        },
        ContractRule(name: "a singleton gives one instance, for whoever asks") { sample in
            let single = try sample.resolve(Sample.Single.self)
            return try sample.resolve(Sample.Root.self).single === single
        },
        ContractRule(name: "what needs something new gets its own") { sample in
            let root = try sample.resolve(Sample.Root.self)
            return try root.leaf !== sample.resolve(Sample.Root.self).leaf && !root.leaf.isOther
        },
        ContractRule(name: "a tag tells two definitions of one type apart") { sample in
            try sample.resolve(Sample.Leaf.self, tag: "other").isOther
                && !sample.resolve(Sample.Leaf.self).isOther
        },
        ContractRule(name: "what is missing is an error that names it") { sample in
            refusal { try sample.resolve(Sample.Unknown.self) }?.contains("Unknown") == true
        },
        ContractRule(name: "an error of a factory reaches who asks") { sample in
            refusal { try sample.resolve(Sample.Fragile.self) }?.contains("Refusal") == true
        },
        ContractRule(name: "a singleton whose factory failed is tried again") { sample in
            _ = try? sample.resolve(Sample.Fragile.self)
            let fragile = try sample.resolve(Sample.Fragile.self)
            return try sample.resolve(Sample.Fragile.self) === fragile
        },
        ContractRule(name: "a cycle through a property is closed, from both ends") { sample in
            let parent = try sample.resolve(Sample.Parent.self)
            let child = try sample.resolve(Sample.Child.self)
            defer { (parent.child, child.parent.child) = (nil, nil) }
            return parent.child?.parent === parent && child.parent.child === child
        },
        ContractRule(name: "a cycle through initializers is an error") { sample in
            refusal { try sample.resolve(Sample.Ring.self) }?.contains("Ring") == true
        },
    ]

    private static func refusal<T>(_ body: () throws -> T) -> String? {
        do {
            _ = try body()
            return nil
        } catch {
            return String(describing: error)
        }
    }
}

// Each changes the other.
@available(*, unavailable)
extension ContractSample.Parent: Sendable {}

@available(*, unavailable)
extension ContractSample.Child: Sendable {}
