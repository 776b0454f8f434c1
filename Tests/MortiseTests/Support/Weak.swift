// SPDX-License-Identifier: MIT

/// Looks at an object without keeping it.
// @unchecked: written once; weak references are read atomically.
final class Weak<Object: AnyObject>: @unchecked Sendable {
    private(set) weak var object: Object?

    init(_ object: Object) { self.object = object }
}
