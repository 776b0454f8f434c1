// SPDX-License-Identifier: MIT

// A file that is being moved from Dip's words to Mortise's: what both have needs the name of its module.

import Mortise
import MortiseDip
import MortiseGraph
import MortiseTesting
import Testing

final class Feed: Sendable {}

final class Both {
    @MortiseDip.Injected var feed: Feed?
    @MortiseDip.InjectedWeak var weakFeed: Feed?
    @Mortise.Injected var other: Feed
    @Mortise.InjectedWeak var weakOther: Feed?
}

final class OldScreens: MortiseDip.Assembly {
    let both = AssemblyDefinitionOf { (_, _: Void) in Both() }
}

struct Screens: Mortise.Assembly {
    let container: Container
    var both: Both { define(.shared) { Both() } }
}

func useBoth() throws {
    let old = DependencyContainer(assemblies: [OldScreens()])
    let before: MortiseDip.Definition<Feed, Void> = old.register(.singleton) { Feed() }
    let after: Mortise.Definition<Both> = old.container.register { Both() }
    MortiseDip.Dependency.register { Feed() }
    let needed = MortiseGraph.Dependency(Key("Program.Feed"))
    expectValid(old.container)
    print(before, after, needed)
}
