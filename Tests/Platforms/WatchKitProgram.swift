// SPDX-License-Identifier: MIT

// An app on a watch, in its storyboard's part: `scripts/platforms.sh` compiles and runs it with the stub.

import MortiseDip
import WatchKit

final class Service: Sendable {}

final class ScreenController: WKInterfaceController, StoryboardInstantiatable {
    @Injected var service: Service?

    override func awake(withContext context: Any?) {
        completeFromStoryboard()
        super.awake(withContext: context)
    }
}

@main @MainActor struct Program {
    static func main() throws {
        let container = DependencyContainer { $0.register { Service() } }
        _ = container.register(storyboardType: ScreenController.self)
        DependencyContainer.uiContainers = [container]

        // U-3: there is no tag, and the controller begins by itself.
        let screen = ScreenController()
        precondition(screen.service == nil)
        screen.awake(withContext: nil)
        precondition(screen.service != nil)
    }
}
