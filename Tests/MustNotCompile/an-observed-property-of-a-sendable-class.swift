// SPDX-License-Identifier: MIT

import Mortise

final class Service: Sendable {
    // expect: stored property '_number' of 'Sendable'-conforming class 'Service' is mutable
    @Observed var number: Int
}
