// SPDX-License-Identifier: MIT

import Scenarios
import Testing

/// Counts in the loops of the timed scenarios: nothing there is optimised away.
///
/// Run it in release mode, and alone: `swift test -c release --no-parallel --disable-xctest
/// --disable-testable-imports`. Beside other tests, a reading thread may delay their drops. It would then
/// release those instances itself, and its allocations would be counted.
@Suite struct `Allocation budgets` {
    /// The blocks that one iteration allocates, after every definition was used.
    private func blocks(_ loop: (Int) throws -> Int) throws -> Double {
        _ = try loop(100)
        let counted = try allocations { try loop(1_000) }
        return Double(counted) / 1_000
    }

    @Test(arguments: Scenarios.all.filter { !Scenarios.scopes.contains($0.name) })
    func `hand-wired code allocates its objects and nothing else`(
        scenario type: any Scenario.Type
    ) throws {
        let scenario = try type.init()

        let counted = try blocks(scenario.handWired)

        #expect(counted == Double(type.objects))
    }

    @Test(
        arguments: [
            Transient.self, Chain.self, WiredChain.self, WideGraph.self, WiredWideGraph.self,
            OneArgument.self, ThreeArguments.self, MixedArguments.self, TagAmongHundred.self,
            TypeAmongTenThousand.self, RandomTypes.self, KeptChildContainer.self,
            FirstProperty.self,
            TransientInjection.self, DipUnique.self, DipChain.self, DipWideGraph.self,
        ] as [any Scenario.Type]
    )
    func `a resolve allocates exactly what hand-wired code allocates`(
        scenario type: any Scenario.Type
    ) throws {
        let scenario = try type.init()

        let counted = try blocks(scenario.mortise)

        #expect(counted == Double(type.objects))
    }

    @Test(
        arguments: [
            Singleton.self, LentSingleton.self, SelectedSingleton.self, WarmProperty.self,
            SharedProperty.self, SingletonInjection.self, DipSingleton.self,
        ] as [any Scenario.Type]
    )
    func `an existing singleton costs no allocation`(
        scenario type: any Scenario.Type
    ) throws {
        let scenario = try type.init()

        let counted = try blocks(scenario.mortise)

        #expect(counted == 0)
    }

    @Test func `a shared instance costs at most one more block`() throws {
        let scenario = try Diamond()

        let counted = try blocks(scenario.mortise)

        #expect(counted <= Double(Diamond.objects + 1))
    }

    @Test func `a scope with an input and one instance costs twenty allocations at most`() throws {
        let scenario = try ScopeInput()

        #expect(try blocks(scenario.mortise) <= 20)
    }
}
