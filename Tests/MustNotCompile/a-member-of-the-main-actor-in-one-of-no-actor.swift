// SPDX-License-Identifier: MIT

// The member is marked, or the class that it belongs to; who asks for it must be, too.

import MortiseEasyDi

@MainActor final class Screen {}

class Marked: Assembly {
    @MainActor var screen: Screen { define(init: Screen()) }
}

@MainActor class MarkedAsWhole: Assembly {
    var screen: Screen { define(init: Screen()) }
}

class Others: Assembly {
    var marked: Marked { self.context.assembly() }
    var whole: MarkedAsWhole { self.context.assembly() }

    // expect: main actor-isolated property 'screen' can not be referenced from a nonisolated autoclosure
    var first: Screen { define(init: self.marked.screen) }

    // expect: main actor-isolated property 'screen' can not be referenced from a nonisolated autoclosure
    var second: Screen { define(init: self.whole.screen) }

    @MainActor var third: [Screen] { define(init: [self.marked.screen, self.whole.screen]) }
}
