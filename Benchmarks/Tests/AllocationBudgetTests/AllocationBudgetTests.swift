// SPDX-License-Identifier: MIT

import Scenarios
import Testing

/// Counts in the loops that are timed elsewhere: nothing there is optimised away.
///
/// Runs in release, and by itself: `swift test -c release --no-parallel --disable-xctest
/// --disable-testable-imports`. Beside other tests a thread that reads may be in the way of what they drop: then
/// it is the one that releases that, and what it allocates for it would be counted.
@Suite struct `Allocation budgets` {
    /// The blocks that one iteration allocates, once every definition was used.
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
    func `a singleton that was made before costs no allocation`(
        scenario type: any Scenario.Type
    ) throws {
        let scenario = try type.init()

        let counted = try blocks(scenario.mortise)

        #expect(counted == 0)
    }

    @Test func `a shared instance costs at most one block more`() throws {
        let scenario = try Diamond()

        let counted = try blocks(scenario.mortise)

        #expect(counted <= Double(Diamond.objects + 1))
    }
}
