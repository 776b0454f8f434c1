// SPDX-License-Identifier: MIT

import Mortise

/// The live definitions that a test reached.
final class Refusals: Sendable {
    @TaskLocal static var isInTest = false

    private let errors = Locked<[ResolutionError]>([])

    var all: [ResolutionError] { errors.withLock { $0 } }

    func add(_ error: ResolutionError) { errors.withLock { $0.append(error) } }
}
