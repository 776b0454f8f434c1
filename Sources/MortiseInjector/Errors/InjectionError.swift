// SPDX-License-Identifier: MIT

/// An error of registering or injecting.
///
/// It is logged and passed to the handler of ``Injector/onError(_:)``.
public enum InjectionError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The abstraction is registered already.
    case abstractionAlreadyRegistered(name: String, context: InjectionContext)
    /// The key has no implementation, or the implementation returned no instance.
    case implementationsCouldNotBeCasted(name: String)
    /// Nothing is registered for the abstraction.
    case notAbstrationFound(name: String, context: InjectionContext)
    /// The abstraction to change is not registered.
    case abstractionNotFoundForUpdate(name: String)
    /// An abstraction is registered in an unknown manner; never occurs in Mortise.
    case undefinedRegistrationType(name: String)
    /// A property has no value; the place is its declaration.
    case noImplementationFoundOnInjection(name: String, place: String)
    /// An observed property was made before its abstraction was registered.
    case noPublisherFounded(name: String)
    /// The selected key has no implementation.
    case noImplementationFoundForPublish(name: String)
    /// The key is selected already.
    case equalDependecyKeyOnUpdate(name: String, key: String)

    /// The name of the error in the log.
    public var name: String {
        switch self {
        case .abstractionAlreadyRegistered: "AbstractionAlreadyRegistered"
        case .implementationsCouldNotBeCasted: "ImplementationsCouldNotBeCasted"
        case .notAbstrationFound: "NotAbstrationFound"
        case .abstractionNotFoundForUpdate: "AbstractionNotFoundForUpdate"
        case .undefinedRegistrationType: "UndefinedRegistrationType"
        case .noImplementationFoundOnInjection: "NoImplementationFoundOnInjection"
        case .noPublisherFounded: "NoPublisherFounded"
        case .noImplementationFoundForPublish: "NoImplementationFoundForPublish"
        case .equalDependecyKeyOnUpdate: "EqualDependecyKeyOnUpdate"
        }
    }

    /// The name, the problem, and the remedy.
    public var description: String { "\(name) -> \(message)" }

    private var message: String {
        switch self {
        case .abstractionAlreadyRegistered(let name, let context):
            "\(name) is registered in the context \(context) already; add to it, or remove it first"
        case .implementationsCouldNotBeCasted(let name):
            "no implementation of \(name) gave an instance: none has the key, or it failed"
        case .notAbstrationFound(let name, let context):
            "\(name) is not registered in the context \(context); register it first"
        case .abstractionNotFoundForUpdate(let name):
            "\(name) is not registered, so it cannot be changed; register it first"
        case .undefinedRegistrationType(let name):
            "\(name) is registered in a way that is not known"
        case .noImplementationFoundOnInjection(let name, let place):
            "the property of type \(name) at \(place) is nil, because nothing could be injected"
        case .noPublisherFounded(let name):
            "\(name) is not registered, so it cannot be observed yet; register it first"
        case .noImplementationFoundForPublish(let name):
            "the selected key of \(name) leads to no implementation; add one under that key"
        case .equalDependecyKeyOnUpdate(let name, let key):
            "\"\(key)\" is selected for \(name) already; nothing changes"
        }
    }
}
