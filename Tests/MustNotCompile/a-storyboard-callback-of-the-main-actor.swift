// SPDX-License-Identifier: MIT

// The protocol says nothing of actors: conform on the main actor, `: @MainActor StoryboardInstantiatable`.

import MortiseDip

// expect: conformance of 'Screen' to protocol 'StoryboardInstantiatable' crosses into main actor-isolated
@MainActor final class Screen: StoryboardInstantiatable {
    func didInstantiateFromStoryboard(
        _ container: DependencyContainer,
        tag: DependencyContainer.Tag?
    ) throws {}
}
