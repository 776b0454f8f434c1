// SPDX-License-Identifier: MIT

// Neither form: the properties of Dip's vocabulary belong to whoever has their owner.

import MortiseDip

final class Wrapped: Sendable {
    // expect: stored property '_number' of 'Sendable'-conforming class 'Wrapped' is mutable
    @Injected var number: Int?
}

final class Stored: Sendable {
    // expect: stored property 'number' of 'Sendable'-conforming class 'Stored' has non-Sendable type
    let number = Injected<Int>()
}

final class Weak: Sendable {
    // expect: stored property 'object' of 'Sendable'-conforming class 'Weak' has non-Sendable type
    let object = InjectedWeak<AnyObject>()
}
