// SPDX-License-Identifier: MIT

public import Foundation

/// A lock for the list of a context's assemblies.
public protocol DIContextLocker: Sendable {
    /// Waits for the lock and takes it.
    func lock()

    /// Releases the lock.
    func unlock()
}

extension NSRecursiveLock: DIContextLocker {}
extension NSLock: DIContextLocker {}

/// A locker that guards nothing, for a context that only one thread uses.
public struct DIContextEmptyLocker: DIContextLocker {
    /// Creates a locker.
    public init() {}

    /// Does nothing.
    public func lock() {}

    /// Does nothing.
    public func unlock() {}
}
