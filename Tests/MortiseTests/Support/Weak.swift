// SPDX-License-Identifier: MIT

/// References an object weakly.
// @unchecked: written once; weak references are read atomically.
final class Weak<Object: AnyObject>: @unchecked Sendable {
    private(set) weak var object: Object?

    init(_ object: Object) { self.object = object }
}
