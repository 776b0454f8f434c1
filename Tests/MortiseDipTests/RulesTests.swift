// SPDX-License-Identifier: MIT

import MortiseDip
import Testing

// What Dip 4's code means without a word: rules C-1 and C-2.
@Suite struct `Dip 4's rules` {
    private final class Screen {
        @MortiseDip.Injected var text: String?
        var order: [String] = []
        var seen: String?
    }

    private func withScreen(_ container: DependencyContainer) -> DependencyContainer {
        container.register { "injected" }
        container.register { Screen() }.resolvingProperties { _, screen in
            screen.seen = screen.text
            screen.text = "by the block"
        }
        return container
    }

    @Test func `C-1: a definition without a scope is new each time`() throws {
        for (rules, areSame) in [(DependencyContainer.Rules.dip7, true), (.dip4, false)] {
            let container = DependencyContainer(rules: rules)
            container.register { ServiceImp() }
            container.register { (name: String) in ServiceImp(name: name) as any Service }
            container.register { "text" }
            container.register(.shared) { [unowned container] () -> [ServiceImp] in
                [try container.resolve(), try container.resolve()]
            }
            container.register(.shared) { [unowned container] () -> [any Service] in
                [try container.resolve(), try container.resolve()]
            }
            let two: [ServiceImp] = try container.resolve()
            #expect((two[0] === two[1]) == areSame)
            let wired: [any Service] = try container.resolve()
            #expect((wired[0] === wired[1]) == areSame)
            #expect(container.rules == rules)
        }
    }

    @Test func `C-1: a scope that is written counts`() throws {
        let container = DependencyContainer(rules: .dip4)
        container.register(.singleton) { ServiceImp() }
        let (first, second) = (
            try container.resolve() as ServiceImp, try container.resolve() as ServiceImp
        )
        #expect(first === second)
    }

    @Test func `C-2: blocks run before the properties are injected`() throws {
        let seven = withScreen(DependencyContainer())
        let screen: Screen = try seven.resolve()
        #expect(screen.seen == "injected" && screen.text == "by the block")
        let four = withScreen(DependencyContainer(rules: .dip4))
        for _ in 0..<3 {
            let screen: Screen = try four.resolve()
            #expect(screen.seen == nil && screen.text == "injected")
        }
    }

    @Test func `C-2: so does a block that is added late`() throws {
        let container = DependencyContainer(rules: .dip4)
        container.register { "injected" }
        let definition = container.register { Screen() }
        _ = try container.resolve() as Screen
        definition.resolvingProperties { _, screen in screen.seen = screen.text ?? "none" }
        let screen: Screen = try container.resolve()
        #expect(screen.seen == "none" && screen.text == "injected")
    }

    private final class Screens: MortiseDip.Assembly {
        let screen = AssemblyDefinitionOf { (_, _: Void) in Screen() }
            .resolvingProperties { _, screen in screen.seen = screen.text ?? "none" }
        let text = AssemblyDefinitionOf { (_, _: Void) in "injected" }
        let two = AssemblyDefinitionOf { (container, _: Void) -> [Screen] in
            [try container.resolve(), try container.resolve()]
        }
    }

    @Test func `C-1, C-2: count for assemblies and for storyboards' objects`() throws {
        let container = DependencyContainer(assemblies: [Screens()], rules: .dip4)
        let two: [Screen] = try container.resolve()
        #expect(two[0] !== two[1])
        #expect(two[0].seen == "none" && two[0].text == "injected")
        let own = Screen()
        try container.resolveDependencies(of: own)
        #expect(own.seen == "none" && own.text == "injected")
    }

    @Test func `C-1: the rules of the whole program count for containers that have none`() async {
        await #expect(processExitsWith: .success) {
            let before = DependencyContainer()
            DependencyContainer.defaultRules = .dip4
            let containers = [
                DependencyContainer(), DependencyContainer(assemblies: []),
                DependencyContainer(rules: .dip7),
            ]
            precondition(before.rules == .dip7)
            precondition(containers.map(\.rules) == [.dip4, .dip4, .dip7])
        }
    }
}
