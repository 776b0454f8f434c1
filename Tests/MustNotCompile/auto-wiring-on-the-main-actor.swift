// SPDX-License-Identifier: MIT

// The main actor's factories are not auto-wired. The message for `autowiring:` stays the compiler's own: an
// overload that takes any value there matches trailing closures, too, and takes the place of better messages.

import Mortise

struct Feed: Sendable {}

@MainActor final class Model {
    init(feed: Feed) {}
}

final class Draft {
    init(feed: Feed) {}
}

func register(in container: Container) {
    // expect: the main actor's factories get a resolver, as in 'container.main.register {
    container.main.register { Model(feed: $0) }
    // expect: the main actor's factories get a resolver, as in 'container.main.register {
    container.main.register(.singleton) { Model(feed: $0) }
    // expect: the main actor's factories get a resolver, as in 'container.main.register {
    container.main.register { Draft(feed: $0) }
    // expect: the main actor's factories get a resolver, as in 'container.main.register {
    container.main.register { (feed: Feed) in Draft(feed: feed) }
    // expect: no exact matches in call to instance method 'register'
    container.main.register(autowiring: Model.init)
    // expect: cannot find 'Modell' in scope
    container.main.register { Modell(feed: $0) }
}
