// SPDX-License-Identifier: MIT

import MortiseInjector

/// The subject of a test with XCTest: its context has the name of this file.
final class XCTestSubject {
    @Injectable var repository: (any Repository)?
    @ObservedInjectable var observed: (any Repository)?
}
