// SPDX-License-Identifier: MIT

// As much of Apple's module as storyboards need, for platforms that have none. Objective-C would let any
// initializer be called on a class that is known at run time only: here it is `required`.

/// What every object of Objective-C can do.
public protocol NSObjectProtocol: AnyObject {}

/// What every object of Objective-C is.
open class NSObject: NSObjectProtocol {
    fileprivate var associated: [UnsafeRawPointer: Any] = [:]

    /// Creates an object.
    public required init() {}
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// How an object keeps another.
public enum objc_AssociationPolicy: Sendable {
    /// As a copy.
    case OBJC_ASSOCIATION_COPY_NONATOMIC
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Returns what an object keeps under a key.
public func objc_getAssociatedObject(_ object: Any, _ key: UnsafeRawPointer) -> Any? {
    (object as? NSObject)?.associated[key]
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// Has an object keep a value under a key.
public func objc_setAssociatedObject(
    _ object: Any,
    _ key: UnsafeRawPointer,
    _ value: Any?,
    _ policy: objc_AssociationPolicy
) {
    (object as? NSObject)?.associated[key] = value
}
