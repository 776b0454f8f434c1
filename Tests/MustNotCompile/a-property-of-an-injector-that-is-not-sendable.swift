// SPDX-License-Identifier: MIT

import MortiseInjector

protocol Repository: AnyObject {}

struct Service: Sendable {
    // expect: stored property '_repository' of 'Sendable'-conforming struct 'Service' contains non-Sendable
    @Inject var repository: any Repository
    // expect: stored property '_other' of 'Sendable'-conforming struct 'Service' contains non-Sendable
    @Injectable var other: (any Repository)?
}
