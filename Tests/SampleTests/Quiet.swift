// SPDX-License-Identifier: MIT

import MortiseInjector
import Testing

/// Keeps the log of errors that tests provoke out of the output of all tests.
///
/// What is logged is tested in processes of its own, which traits do not reach.
struct Quiet: SuiteTrait {
    func prepare(for test: Test) { Injector.global.turnOffLogger(forced: true) }
}

extension Trait where Self == Quiet {
    static var quiet: Quiet { Quiet() }
}
