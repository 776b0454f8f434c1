// SPDX-License-Identifier: MIT

import CMeasuring

/// Hides a result from the optimiser, and counts it if it is right.
///
/// The address goes to an opaque function, which reads the object's class. So the object must really exist,
/// and must be destroyed without knowing its type.
///
/// - Parameters:
///   - result: An existential that holds an object, or a struct that begins with one. Pass it with `&`; a
///     pointer from `withUnsafeMutablePointer` would cost time.
///   - type: The class that the object must have.
/// - Returns: 1 if the result is right, otherwise 0.
@inline(__always)
func confirm<Result>(_ result: UnsafeMutablePointer<Result>, is type: AnyClass) -> Int {
    measuring_holds_instance(result, unsafeBitCast(type, to: UnsafeRawPointer.self)) ? 1 : 0
}
