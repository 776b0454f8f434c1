// SPDX-License-Identifier: MIT

// The main actor's factories are auto-wired, and a mistake in one has the compiler's own message: an overload
// that takes any value matches it, too, and would take the place of better messages.

import Mortise

struct Feed: Sendable {}

@MainActor final class Model {
    init(feed: Feed) {}
}

final class Draft {
    init(feed: Feed) {}
}

func register(in container: Container) {
    container.main.register { Model(feed: $0) }
    container.main.register(.singleton, autowiring: Model.init)
    container.main.register { (feed: Feed) in Draft(feed: feed) }
    // expect: cannot find 'Modell' in scope
    container.main.register { Modell(feed: $0) }
    // expect: incorrect argument label in call (have 'news:', expected 'feed:')
    container.main.register { Model(news: $0) }
    // expect: type 'Draft' does not conform to the 'Sendable' protocol
    container.main.register(.singleton) { Draft(feed: $0) }
    // expect: type 'Draft' does not conform to the 'Sendable' protocol
    container.main.register(.singleton, autowiring: Draft.init)
}
