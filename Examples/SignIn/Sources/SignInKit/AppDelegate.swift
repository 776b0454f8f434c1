// SPDX-License-Identifier: MIT

package import MortiseDip

/// Keeps the container that completes storyboards' objects.
@MainActor package final class AppDelegate {
    package let container = DependencyContainer(assemblies: [UIComponents()]) { container in
        DependencyContainer.uiContainers = [container]
    }

    package init() {}
}
