// SPDX-License-Identifier: MIT

import Mortise
import MortiseGraph
import Testing

private protocol Viewing: AnyObject {}

// @unchecked: used by one thread.
private class Screen: Viewing, @unchecked Sendable {
    @Injected var number: Int
    var presenter: Presenter?
    var log: [String] = []
}

private final class SpecialScreen: Screen, @unchecked Sendable {}

private final class Presenter {
    weak var view: (any Viewing)?
    init(_ view: any Viewing) { self.view = view }
}

private final class Aware: ResolutionAware {
    var calls = 0
    func didResolve() { calls += 1 }
}

@Suite struct `An adopted object` {
    private func container() -> Container {
        let container = Container { $0.register { 1 } }
        container.register(.shared) { () -> Screen in fatalError("somebody else makes it") }
            .implements((any Viewing).self) { $0 }
            .injecting { $1.presenter = try $0.resolve() }
            .didResolve { $0.log.append("resolved") }
            .forAnyTag()
        container.register(.shared) { Presenter(try $0.resolve()) }
        return container
    }

    @Test func `has its properties filled, its steps run and its callbacks called`() throws {
        let screen = Screen()

        try container().adopt(screen)

        #expect(screen.number == 1)
        #expect(screen.presenter?.view === screen)
        #expect(screen.log == ["resolved"])
    }

    @Test func `may be adopted again`() throws {
        let screen = Screen()
        let container = container()

        try container.adopt(screen)
        try container.adopt(screen)

        #expect(screen.log == ["resolved", "resolved"])
    }

    @Test func `is found by its tag, or by any tag`() throws {
        let container = container()
        container.register(tag: "a") { Screen() }.injecting { $1.log.append("a") }
        container.register { SpecialScreen() }.injecting { $1.log.append("special") }
        let tagged = Screen()
        let other = Screen()
        let special = SpecialScreen()

        try container.adopt(tagged, tag: "a")
        try container.adopt(other, tag: "b")
        expectRefusal(.missingBinding) { try container.adopt(special, tag: "b") }

        #expect(tagged.log == ["a"])
        #expect(other.log == ["resolved"])
        #expect(special.log.isEmpty)
    }

    @Test func `is found by its own class on request`() throws {
        let container = container()
        container.register { SpecialScreen() }.injecting { $1.log.append("special") }
        let screen: Screen = SpecialScreen()

        try container.adopt(dynamically: screen)

        #expect(screen.log == ["special"])
        #expect(screen.number == 1)
    }

    @Test func `may be adopted as a type that is forwarded`() throws {
        let container = container()
        let screen = Screen()

        try container.adopt(screen as any Viewing)

        #expect(screen.presenter?.view === screen)
        #expect(screen.log == ["resolved"])
    }

    @Test func `of another class than what is forwarded is refused`() {
        final class Other: Viewing {}
        expectRefusal(.typeMismatch) { try container().adopt(Other() as any Viewing) }
    }

    @Test func `in an optional is completed itself`() throws {
        let container = container()
        container.register { (resolver: inout Resolver) in
            let screen: Screen? = Screen()
            try resolver.adopt(screen)
            return [screen]
        }
        let screen: Screen? = Screen()
        // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
        let outlet: Screen! = Screen()
        let viewing: (any Viewing)? = Screen()

        try container.adopt(screen)
        try container.adopt(outlet)
        try container.adopt(viewing)

        let inFactory = try container.resolve([Screen?].self)[0]
        for screen in [screen, outlet, viewing as? Screen, inFactory] {
            #expect(screen?.presenter?.view === screen)
            #expect(screen?.number == 1)
            #expect(screen?.log == ["resolved"])
        }
    }

    @Test func `in an optional that is empty is an error`() throws {
        let container = Container { $0.register { 1 } }
        let made = Counter()
        container.register(.singleton) {
            made.add()
            return SpecialScreen()
        }

        expectRefusal(.typeMismatch) { try container.adopt(nil as SpecialScreen?) }
        expectRefusal(.typeMismatch) { try container.adopt(keeping: nil as SpecialScreen?) }
        #expect(made.value == 0)
    }

    @Test func `in an optional is kept on request`() throws {
        let container = Container { $0.register { 1 } }
        let made = Counter()
        container.register(.singleton) {
            made.add()
            return SpecialScreen()
        }
        let screen: SpecialScreen? = SpecialScreen()

        try container.adopt(keeping: screen)

        #expect(try container.resolve(SpecialScreen.self) === screen)
        #expect(made.value == 0)
        expectRefusal(.duplicateBinding) {
            try container.adopt(keeping: SpecialScreen() as SpecialScreen?)
        }
    }

    @Test func `is kept as a forwarded type, unless another instance is`() throws {
        let container = Container { $0.register { 1 } }
        container.register(.singleton, file: "Town/Wiring.swift", line: 1) { SpecialScreen() }
            .implements(Screen.self) { $0 }
            .injecting { $1.log.append("step") }
        let screen = SpecialScreen()
        let late = SpecialScreen()

        try container.adopt(keeping: screen as Screen)

        #expect(try container.resolve(SpecialScreen.self) === screen)
        #expect(try container.resolve(Screen.self) === screen)
        let error = #expect(throws: ResolutionError.self) {
            try container.adopt(keeping: late as Screen)
        }
        #expect(error?.code == .duplicateBinding)
        #expect(late.log == [])
        #expect(error?.path.last?.site?.line == 1)
    }

    @Test func `as a forwarded type with a conversion is refused`() throws {
        let container = Container { $0.register { "text" } }
        container.register { [try $0.resolve(String.self)] }.implements(Int.self) { $0.count }

        expectRefusal(.typeMismatch) { try container.adopt(5) }
    }

    @Test func `is not kept`() throws {
        let container = Container { $0.register { 1 } }
        container.register(.singleton) { SpecialScreen() }
        let screen = SpecialScreen()

        try container.adopt(screen)

        #expect(try container.resolve(SpecialScreen.self) !== screen)
    }

    @Test func `is kept on request`() throws {
        let container = Container { $0.register { 1 } }
        container.register(.singleton) { SpecialScreen() }
        let screen = SpecialScreen()

        try container.adopt(keeping: screen)

        #expect(try container.resolve(SpecialScreen.self) === screen)
        expectRefusal(.duplicateBinding) { try container.adopt(keeping: SpecialScreen()) }
    }

    @Test func `of an unknown type is an error`() {
        expectRefusal(.missingBinding) { try Container().adopt(Screen()) }
    }

    @Test func `gets didResolve`() throws {
        let container = Container { $0.register { Aware() } }
        let aware = Aware()

        try container.adopt(aware)

        #expect(aware.calls == 1)
    }

    @Test func `that fails leaves nothing behind`() throws {
        struct Broken: Error {}
        let container = Container { $0.register { 1 } }
        let flag = Flag()
        container.register(.singleton) { SpecialScreen() }
            .injecting { _, _ in if !flag.isSet { throw Broken() } }

        expectRefusal(.injectionFailed) { try container.adopt(keeping: SpecialScreen()) }
        flag.set()
        let screen = SpecialScreen()
        try container.adopt(keeping: screen)

        #expect(try container.resolve(SpecialScreen.self) === screen)
    }
}

@MainActor private final class MainScreen {
    var title = ""
}

@MainActor @Suite struct `An adopted object of the main actor` {
    @Test func `is completed by its container`() throws {
        let container = Container { $0.register { "title" } }
        container.main.register { MainScreen() }.injecting { $1.title = try $0.resolve() }
        let screen = MainScreen()

        try container.main.adopt(screen)

        #expect(screen.title == "title")
    }
}
