// SPDX-License-Identifier: MIT

public import Foundation

/// What guards the list of a context's assemblies (E-26).
public protocol DIContextLocker: Sendable {
    /// Waits until nobody else has locked it, and locks it.
    func lock()

    /// Lets the next one lock it.
    func unlock()
}

extension NSRecursiveLock: DIContextLocker {}
extension NSLock: DIContextLocker {}

/// Guards nothing: for a context that one thread uses only.
public struct DIContextEmptyLocker: DIContextLocker {
    /// Creates one.
    public init() {}

    /// Does nothing.
    public func lock() {}

    /// Does nothing.
    public func unlock() {}
}
