// SPDX-License-Identifier: MIT

// A file that is being moved from the words of swift-dependency-injector to Mortise's: what both have needs the
// name of its module.

import Mortise
import MortiseGraph
import MortiseInjector
import MortiseTesting
import Testing

final class Feed: Sendable {}

final class Both {
    @Inject var feed: Feed
    @Injectable var found: Feed?
    @Injected var other: Feed
    @Resolved var another: Feed
}

func useBoth() {
    let injector = Injector.global
    injector.register(Feed.self) { Feed() }
    injector.container.register { Both() }
    print(injector.get(MortiseInjector.Dependency(Feed.self)))
    print(MortiseGraph.Dependency(Key("Program.Feed")))
    expectValid(injector.container)
}
