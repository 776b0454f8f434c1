// SPDX-License-Identifier: MIT

// A factory without isolation runs on any thread; the main actor has a view of its own.

import Mortise

@MainActor final class ViewModel {
    init() {}
}

func register(in container: Container) {
    container.register { ViewModel() }  // expect: main actor-isolated initializer 'init()'
}
