// SPDX-License-Identifier: MIT

import MortiseInjector

/// What a test with XCTest is about: the name of this file is that of its context.
final class XCTestSubject {
    @Injectable var repository: (any Repository)?
    @ObservedInjectable var observed: (any Repository)?
}
