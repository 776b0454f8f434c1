// SPDX-License-Identifier: MIT

// Scopes have other names elsewhere. For any other name the compiler has only its own words: it does not
// know whether one of the scopes that keep instances is meant.

import Mortise

struct Draft: Sendable {
    init() {}
}

final class Editor {
    init(_ draft: Draft) {}
}

func register(in container: Container) {
    container.register(.transient) { Draft() }  // expect: 'transient' has been renamed to 'unique'
    // expect: 'transient' has been renamed to 'unique'
    container.register(.transient) { Editor($0) }
    // expect: 'transient' has been renamed to 'unique'
    container.register(.transient) { try Editor($0.resolve()) }
    // expect: 'transient' has been renamed to 'unique'
    container.register(.transient, autowiring: Editor.init)
    container.register(.graph) { Draft() }  // expect: 'graph' has been renamed to 'shared'
    // expect: 'container' has been renamed to 'singleton'
    container.register(.container) { Draft() }
    // expect: reference to member 'forever' cannot be resolved without a contextual type
    container.register(.forever) { Draft() }
}
