// SPDX-License-Identifier: MIT

// An app on UIKit, in its storyboard's part: `scripts/platforms.sh` compiles and runs it with the stub.

import MortiseDip
import UIKit

final class Service: Sendable {}

final class ScreenController: UIViewController, StoryboardInstantiatable {
    @Injected var service: Service?
    var caption = ""
}

protocol Scene: AnyObject {
    nonisolated var name: String { get }
}

// Says itself what it is resolved as.
final class SceneController: UIViewController, StoryboardInstantiatable, Scene {
    nonisolated let name = "scene"
    @Injected var service: Service?

    nonisolated func didInstantiateFromStoryboard(
        _ container: DependencyContainer,
        tag: DependencyContainer.Tag?
    ) throws {
        try container.resolveDependencies(of: self as any Scene, tag: tag)
    }
}

@main @MainActor struct Program {
    static func main() throws {
        let container = DependencyContainer()
        container.register { Service() }
        container.register(storyboardType: ScreenController.self, tag: "screen")
            .resolvingProperties { $1.caption = "block" }
        container.register { SceneController() as any Scene }
        DependencyContainer.uiContainers = [container]

        // The article's word for it.
        check(UIStoryboard.container === container)
        UIStoryboard.container = nil
        check(DependencyContainer.uiContainers.isEmpty)
        UIStoryboard.container = container

        // U-2: setting the tag, even to nil, completes the object, and nothing else does.
        let screen = ScreenController()
        check(screen.service == nil && screen.dipTag == nil)
        screen.dipTag = "screen"
        check(screen.service != nil && screen.caption == "block" && screen.dipTag == "screen")

        // U-4: the storyboard's object, as what it says that it is.
        let scene = SceneController()
        scene.dipTag = nil
        check(scene.service != nil)

        // U-3, U-7: what no container knows stays as it is.
        logLevel = .None
        let unknown = ScreenController()
        unknown.dipTag = "unknown"
        check(unknown.service == nil && unknown.dipTag == "unknown")
        UIViewController().dipTag = "screen"

        // U-6: without a storyboard, `init()` makes it.
        let made: ScreenController = try container.resolve(tag: "screen")
        let other: ScreenController = try container.resolve(tag: "screen")
        check(made !== other && made.service != nil && made.caption == "block")
    }

    static func check(_ isTrue: Bool, line: UInt = #line) {
        precondition(isTrue, "line \(line) does not hold")
    }
}
