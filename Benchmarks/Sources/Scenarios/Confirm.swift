// SPDX-License-Identifier: MIT

import CMeasuring

/// Takes a result away from the optimiser, and counts it if it is right.
///
/// The address goes to a function that the compiler knows nothing about, which reads the object's
/// class. So the object must really be there, and must be destroyed without knowing what it is.
///
/// - Parameters:
///   - result: An existential that holds an object, or a struct that begins with one. Pass it with
///     `&`; a pointer from `withUnsafeMutablePointer` would not be free.
///   - type: The class that the object must have.
/// - Returns: 1 if the result is right, otherwise 0.
@inline(__always)
func confirm<Result>(_ result: UnsafeMutablePointer<Result>, is type: AnyClass) -> Int {
    measuring_holds_instance(result, unsafeBitCast(type, to: UnsafeRawPointer.self)) ? 1 : 0
}
