// SPDX-License-Identifier: MIT

// A factory without isolation runs on any thread; the main actor has a view of its own: `container.main`.
// No message can say so: the compiler looks at isolation when it has chosen among the overloads, so one that
// is not available and takes a function of the main actor is never chosen, nor where it is a reference.

import Mortise

struct Feed: Sendable {}

@MainActor final class ViewModel {
    init() {}
    init(feed: Feed) {}
}

@MainActor final class Screen {
    init(feed: Feed) {}
}

func register(in container: Container) {
    container.register { ViewModel() }  // expect: main actor-isolated initializer 'init()'
    // expect: main actor-isolated initializer 'init()'
    container.register(.singleton) { ViewModel() }
    // expect: main actor-isolated initializer 'init(feed:)'
    container.register { ViewModel(feed: $0) }
    // expect: main actor-isolated initializer 'init(feed:)'
    container.register { try ViewModel(feed: $0.resolve()) }
    container.register(autowiring: Screen.init)  // expect: loses global actor 'MainActor'
}
