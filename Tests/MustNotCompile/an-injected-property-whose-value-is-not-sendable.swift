// SPDX-License-Identifier: MIT

import Mortise

final class Value {}

final class Owner: Sendable {
    // expect: stored property 'value' of 'Sendable'-conforming class 'Owner' contains non-Sendable
    let value = Injected<Value>()
    // expect: stored property 'other' of 'Sendable'-conforming class 'Owner' contains non-Sendable
    let other = InjectedWeak<Value>()
}

struct Pair: Sendable {
    // expect: stored property '_value' of 'Sendable'-conforming struct 'Pair' contains non-Sendable
    @Injected var value: Value
    // expect: stored property '_other' of 'Sendable'-conforming struct 'Pair' contains non-Sendable
    @InjectedWeak var other: Value?
}
