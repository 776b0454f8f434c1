// SPDX-License-Identifier: MIT

/// The object that an instance or an optional instance is; `nil` for values.
func objectInside<Instance>(_ instance: Instance) -> AnyObject? {
    if type(of: instance as Any) is AnyClass { return instance as AnyObject }
    guard Instance.self is any OptionalInstance.Type else { return nil }
    return (instance as? any OptionalInstance)?.object
}

/// The identity of an instance's object, whatever the static type; `nil` for values.
package func objectIdentity<Instance>(of instance: Instance) -> ObjectIdentifier? {
    objectInside(instance).map { ObjectIdentifier($0) }
}

private protocol OptionalInstance {
    var object: AnyObject? { get }
}

extension Optional: OptionalInstance {
    fileprivate var object: AnyObject? { flatMap { objectInside($0) } }
}
