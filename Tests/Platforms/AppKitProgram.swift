// SPDX-License-Identifier: MIT

// A program on AppKit, in its storyboard's part: `scripts/platforms.sh` compiles and runs it with the stub.

import AppKit
import MortiseDip

final class Service: Sendable {}

final class ScreenController: NSViewController, StoryboardInstantiatable {
    @Injected var service: Service?
}

@main @MainActor struct Program {
    static func main() throws {
        let container = DependencyContainer { $0.register { Service() } }
        _ = container.register(storyboardType: ScreenController.self)
        NSStoryboard.container = container
        precondition(DependencyContainer.uiContainers.first === container)

        let screen = ScreenController()
        screen.dipTag = "any"
        precondition(screen.service != nil)
        let made: ScreenController = try container.resolve()
        precondition(made.service != nil)
    }
}
