// SPDX-License-Identifier: MIT

import Testing

// With `#expect(try …)` alone, Swift takes a closure for one that cannot throw.

func expect<Value: Equatable>(
    _ value: Value,
    is expected: Value,
    at location: SourceLocation = #_sourceLocation
) {
    #expect(value == expected, sourceLocation: location)
}

func expect(
    _ object: AnyObject?,
    isThe expected: AnyObject,
    at location: SourceLocation = #_sourceLocation
) {
    #expect(object === expected, sourceLocation: location)
}
