// SPDX-License-Identifier: MIT

import MortiseInjector

/// The subject of a test with Swift Testing: its context has the name of this file.
final class SwiftTestingSubject {
    @Injectable var repository: (any Repository)?
    @ObservedInjectable var observed: (any Repository)?
}
