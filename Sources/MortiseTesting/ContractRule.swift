// SPDX-License-Identifier: MIT

/// A promise that every vocabulary keeps.
///
/// Each rule is a value with a name, so it shows up as a test case of its own:
///
/// ```swift
/// @Test(arguments: ContractRule.all)
/// func `my vocabulary keeps the contract`(rule: ContractRule) throws {
///     try rule.verify(MyVocabulary())
/// }
/// ```
public struct ContractRule: Sendable {
    /// The promise, as a sentence.
    public let name: String

    private let isKept: @Sendable (any WiredSample) throws -> Bool

    /// Checks a vocabulary against this rule, with a sample of its own.
    ///
    /// - Parameter vocabulary: The vocabulary.
    /// - Throws: ``ContractViolation`` if the promise is broken; an error of the vocabulary that it should
    ///   not throw.
    public func verify(_ vocabulary: some Vocabulary) throws {
        guard try isKept(vocabulary.wire(ContractSample())) else {
            throw ContractViolation(rule: name)
        }
    }
}

/// A promise that a vocabulary broke.
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
        ContractRule(name: "a singleton gives one instance, for every request") { sample in
            let single = try sample.resolve(Sample.Single.self)
            return try sample.resolve(Sample.Root.self).single === single
        },
        ContractRule(name: "an instance that needs a unique one gets its own") { sample in
            let root = try sample.resolve(Sample.Root.self)
            return try root.leaf !== sample.resolve(Sample.Root.self).leaf && !root.leaf.isOther
        },
        ContractRule(name: "a tag tells two definitions of one type apart") { sample in
            try sample.resolve(Sample.Leaf.self, tag: "other").isOther
                && !sample.resolve(Sample.Leaf.self).isOther
        },
        ContractRule(name: "a missing definition is an error that names it") { sample in
            refusal { try sample.resolve(Sample.Unknown.self) }?.contains("Unknown") == true
        },
        ContractRule(name: "an error of a factory reaches the caller") { sample in
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
