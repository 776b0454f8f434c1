// SPDX-License-Identifier: MIT

import Mortise
import Testing

/// Expects that a body throws a resolution error.
func expectRefusal<Value>(
    _ code: ResolutionError.Code,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ body: () throws -> Value
) {
    let error = #expect(throws: ResolutionError.self, sourceLocation: sourceLocation) {
        _ = try body()
    }
    #expect(error?.code == code, sourceLocation: sourceLocation)
}
