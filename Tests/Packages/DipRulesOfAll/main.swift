// SPDX-License-Identifier: MIT

import MortiseDip

// The rules of containers that do not say theirs, which code may choose at any time.

final class Leaf {}
final class Part {
    let leaf: Leaf
    init(leaf: Leaf) { self.leaf = leaf }
}
final class Whole {
    let part: Part
    init(part: Part) { self.part = part }
}

/// Makes a container whose singleton holds what has no scope of its own.
func made() -> DependencyContainer {
    DependencyContainer { container in
        container.register { Leaf() }
        container.register { Part(leaf: $0) }
    }
}

// Dip 7's rules at first, and then those of Dip 4.
let first = made()
_ = try first.resolve() as Part
DependencyContainer.defaultRules = .dip4
let second = made()
_ = try second.resolve() as Part
_ = try? second.resolve() as Whole
let own = DependencyContainer(rules: .dip7) { $0.register { Leaf() } }
_ = try own.resolve() as Leaf

// One that is chosen for some only, and back.
if CommandLine.arguments.count > 1 { DependencyContainer.defaultRules = .dip7 }
let either = made()
_ = try either.resolve() as Part
DependencyContainer.defaultRules = .dip7
let third = made()
_ = try third.resolve() as Part

// As another one has them, and through a parameter.
let rules = DependencyContainer.defaultRules
let fourth = DependencyContainer(rules: rules) { $0.register { Leaf() } }
_ = try fourth.resolve() as Leaf
func change(_ rules: inout DependencyContainer.Rules) { rules = .dip4 }
change(&DependencyContainer.defaultRules)
let fifth = made()
_ = try fifth.resolve() as Part

// A cycle that shared instances end, and new ones do not.
final class Parent {
    var child: Child?
}
final class Child {
    let parent: Parent
    init(parent: Parent) { self.parent = parent }
}
func family() -> DependencyContainer {
    DependencyContainer { container in
        unowned let container = container
        container.register { Parent() }
            .resolvingProperties { container, parent in parent.child = try container.resolve() }
        container.register { Child(parent: try container.resolve()) }
    }
}
DependencyContainer.defaultRules = .dip7
let shared = family()
_ = try shared.resolve() as Parent
DependencyContainer.defaultRules = .dip4
let unshared = family()
_ = try? unshared.resolve() as Parent

// Code that runs meanwhile chooses them.
let task = Task { DependencyContainer.defaultRules = .dip7 }
let later = family()
_ = try? later.resolve() as Parent
await task.value
