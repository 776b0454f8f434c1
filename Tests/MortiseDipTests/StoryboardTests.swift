// SPDX-License-Identifier: MIT

import MortiseDip
import Testing

/// Makes objects and sets their tags, like a storyboard.
private struct Storyboard {
    let object: AnyObject
    var tag: String?

    @discardableResult
    func instantiate() -> Bool { DependencyContainer.storyboardInstantiated(object, tag: tag) }
}

private class Screen: StoryboardInstantiatable, Resolvable {
    var log: [String] = []
    @MortiseDip.Injected var service: (any Service)?

    func resolveDependencies(_ container: DependencyContainer) { log.append("resolves") }
    func didResolveDependencies() { log.append("did") }
}

private final class Subscreen: Screen {}

private protocol Scene: AnyObject {
    var log: [String] { get set }
}

private final class OtherScreen: StoryboardInstantiatable, Scene {
    var log: [String] = []

    func didInstantiateFromStoryboard(
        _ container: DependencyContainer,
        tag: DependencyContainer.Tag?
    ) throws {
        try container.resolveDependencies(of: self as any Scene, tag: tag)
    }
}

@MainActor private final class MainScreen: StoryboardInstantiatable {
    private(set) var log: [String] = []

    nonisolated func didInstantiateFromStoryboard(
        _ container: DependencyContainer,
        tag: DependencyContainer.Tag?
    ) throws {
        try container.resolveDependencies(of: self, tag: tag)
        MainActor.assumeIsolated { log.append("completed") }
    }
}

// Tests/Platforms covers U-2 and everything else that needs Apple's modules. Rules U-1 to U-8. The list of
// containers is global, so a test that sets it has its own process.
@Suite(.quiet) struct `Dip, storyboards` {
    private let container = DependencyContainer {
        $0.register { ServiceImp() as any Service }
    }

    @Test func `U-1: the containers belong to the program, and there are none at first`() async {
        await #expect(processExitsWith: .success) {
            #expect(DependencyContainer.uiContainers.isEmpty)
            let container = DependencyContainer()
            DependencyContainer.uiContainers = [container]
            #expect(DependencyContainer.uiContainers.first === container)
        }
    }

    @Test func `U-3: containers are tried in order, until one succeeds`() async {
        await #expect(processExitsWith: .success) {
            logLevel = .None
            let containers = [1, 2, 3].map { number in
                DependencyContainer { container in
                    guard number > 1 else { return }
                    container.register { ServiceImp() as any Service }
                    container.register { Screen() }
                        .resolvingProperties { $1.log.append("\(number)") }
                }
            }
            DependencyContainer.uiContainers = containers
            let screen = Screen()
            let wasCompleted = Storyboard(object: screen).instantiate()
            #expect(wasCompleted)
            #expect(screen.log == ["resolves", "2", "did"])
            let wasOtherCompleted = Storyboard(object: ServiceImp()).instantiate()
            #expect(!wasOtherCompleted)
        }
    }

    @Test func `U-4: an object is completed as its dynamic class, or as its chosen type`() throws {
        container.register { Screen() }
        container.register { OtherScreen() as any Scene }
            .resolvingProperties { $1.log.append("scene") }
        let error = thrown {
            try Subscreen().didInstantiateFromStoryboard(container, tag: nil)
        }
        #expect(
            missingKey(error).map { ObjectIdentifier($0.type) } == ObjectIdentifier(Subscreen.self)
        )
        let other = OtherScreen()
        try other.didInstantiateFromStoryboard(container, tag: nil)
        #expect(other.log == ["scene"])
    }

    @Test @MainActor func `U-4: a class of the main actor may choose it too`() throws {
        container.register { MainActor.assumeIsolated { MainScreen() } }
        let screen = MainScreen()
        try screen.didInstantiateFromStoryboard(container, tag: nil)
        #expect(screen.log == ["completed"])
    }

    @Test func `U-5: the factory is not called, and the container keeps nothing`() throws {
        container.register(.singleton) { () -> Screen in
            Issue.record("a storyboard has made it")
            return Screen()
        }.resolvingProperties { $1.log.append("block") }
        let screens = [Screen(), Screen()]
        for screen in screens {
            try container.resolveDependencies(of: screen, tag: "unknown")
            #expect(screen.service != nil)
            #expect(screen.log == ["resolves", "block", "did"])
        }
    }

    @Test func `U-5: dependents of the object get it, even if its tag is not registered`() throws {
        final class View {
            var presenter: Presenter?
        }
        final class Presenter {
            weak var view: View?
        }
        let container = DependencyContainer()
        container.register { View() }.resolvingProperties { container, view in
            view.presenter = try container.resolve(tag: container.context.tag)
        }
        container.register { Presenter() }.resolvingProperties { container, presenter in
            presenter.view = try container.resolve(tag: container.context.tag)
        }
        for tag in [nil, "unknown"] as [DependencyContainer.Tag?] {
            let view = View()
            try container.resolveDependencies(of: view, tag: tag)
            #expect(view.presenter?.view === view)
        }
    }

    @Test func `U-6: a class is registered for storyboards`() throws {
        container.register(storyboardType: Screen.self, tag: "tag") { Screen() }
            .resolvingProperties { $1.log.append("tagged") }
        let screen = Screen()
        try container.resolveDependencies(of: screen, tag: "tag")
        #expect(screen.log.contains("tagged"))
    }

    @Test func `U-7: a wrong tag is no crash`() async {
        await #expect(processExitsWith: .success) {
            logLevel = .None
            let container = DependencyContainer { $0.register(tag: "tag") { Screen() } }
            DependencyContainer.uiContainers = [container]
            let screen = Screen()
            let wasCompleted = Storyboard(object: screen, tag: "wrong").instantiate()
            #expect(!wasCompleted && screen.log.isEmpty)
        }
    }

    @Test func `U-8: properties and blocks are combined`() throws {
        container.register { Screen() }
            .resolvingProperties { $1.log.append("\($1.service != nil)") }
        let screen = Screen()
        try container.resolveDependencies(of: screen)
        #expect(screen.log == ["resolves", "true", "did"])
    }
}
