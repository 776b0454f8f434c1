// SPDX-License-Identifier: MIT

import MortiseInjector

/// What a test with Swift Testing is about: the name of this file is that of its context.
final class SwiftTestingSubject {
    @Injectable var repository: (any Repository)?
    @ObservedInjectable var observed: (any Repository)?
}
