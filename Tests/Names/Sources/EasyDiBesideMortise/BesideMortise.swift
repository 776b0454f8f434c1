// SPDX-License-Identifier: MIT

// A file that is being moved from EasyDi's words to Mortise's: what both have needs the name of its module.

import Mortise
import MortiseEasyDi
import MortiseGraph
import MortiseTesting
import Testing

final class Feed: Sendable {}

final class OldServices: MortiseEasyDi.Assembly {
    func feed(_ scope: MortiseEasyDi.Scope = .objectGraph) -> Feed {
        define(scope: scope, init: Feed())
    }
}

struct Services: Mortise.Assembly {
    let container: Container
    func feed(_ lifetime: Lifetime = .shared) -> Feed { define(lifetime) { Feed() } }
}

func useBoth() {
    let context = DIContext()
    let old: OldServices = context.assembly()
    let lifetime: Lifetime = .shared
    expectValid(context.container)
    print(old.feed(), Services(container: context.container).feed(), lifetime)
}
