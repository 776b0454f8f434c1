// SPDX-License-Identifier: MIT

// Only the main actor resolves through its view without waiting.

import Mortise

@MainActor final class ViewModel {
    init() {}
}

func show(_ container: Container) throws {
    _ = try container.main.resolve(ViewModel.self)  // expect: main actor-isolated instance method
}
