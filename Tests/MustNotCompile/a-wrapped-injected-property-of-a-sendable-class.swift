// SPDX-License-Identifier: MIT

// Stored as it is, `let number = Injected<Int>()`, it is taken.

import Mortise

final class Service: Sendable {
    // expect: stored property '_number' of 'Sendable'-conforming class 'Service' is mutable
    @Injected var number: Int
}

final class Delegate: Sendable {}

final class Screen: Sendable {
    // expect: stored property '_delegate' of 'Sendable'-conforming class 'Screen' is mutable
    @InjectedWeak var delegate: Delegate?
}
