// SPDX-License-Identifier: MIT

import Mortise
import MortiseGraph
import Synchronization

/// What ``Injected`` and ``InjectedWeak`` keep: copies of a property share it (D-60).
final class InjectedBox<T>: InjectableProperty {
    /// Which tag a property is resolved with (D-63).
    enum RequestedTag {
        /// That of the owner.
        case ofOwner
        /// Its own, or none.
        case own(DependencyContainer.Tag?)
    }

    private let isRequired: Bool
    private let isWeak: Bool
    private let tag: RequestedTag
    private let didInject: (T) -> Void
    private var value: T?
    private weak var object: AnyObject?

    init(
        isWeak: Bool,
        isRequired: Bool,
        _ tag: RequestedTag,
        _ didInject: @escaping (T) -> Void
    ) {
        self.isWeak = isWeak
        self.isRequired = isRequired
        self.tag = tag
        self.didInject = didInject
        announce()
    }

    var current: T? {
        get { isWeak ? object as? T : value }
        set {
            // Not a precondition: optimised code would leave the text out.
            if newValue == nil, isRequired { fatalError("Can not set required property to nil.") }
            set(newValue)
        }
    }

    private func set(_ newValue: T?) {
        if isWeak {
            // What is no object has nobody to keep it (D-67).
            let isObject = newValue.map { type(of: $0 as Any) is AnyClass } ?? false
            object = isObject ? newValue as AnyObject : nil
        } else {
            value = newValue
        }
        if let newValue { didInject(newValue) }
    }

    // MARK: Injecting

    func inject(from resolver: inout Resolver) throws {
        do {
            switch tag {
            case .ofOwner: set(try resolver.resolve(T.self, tag: .inherited))
            case .own(let tag): set(try resolver.resolve(T.self, tag: tag?.engineTag))
            }
        } catch let error as ResolutionError {
            let explained = DipError.explaining(error, in: resolver.askedContainer)
            guard let failure = failure(explained, resolver.propertyLabel) else { return }
            guard failure is DipError, let owner = Container.context?.requestedType else {
                throw failure
            }
            throw resolver.explained(failure) {
                DipError.autoWiringFailed(type: owner, underlyingError: $0)
            }
        }
    }

    /// The same for an owner that nobody resolves: a property is a box like any other.
    func resolve(_ container: DependencyContainer) throws {
        do {
            switch tag {
            case .ofOwner: set(try container.resolve(tag: container.context?.tag))
            case .own(let tag): set(try container.resolve(tag: tag))
            }
        } catch let error as DipError {
            let label = container.context?.injectedInProperty
            if let failure = failure(error, label) { throw failure }
        }
    }

    /// What the owner's resolve fails with, as this property could not be injected; `nil` if it need not be.
    private func failure(_ error: any Error, _ label: String?) -> (any Error)? {
        // It has the whole path already.
        if error is ResolutionError, isRequired { return error }
        let explained = DipError.autoInjectionFailed(
            label: label,
            type: T.self,
            underlyingError: error
        )
        if isRequired { return explained }
        log(.Errors, explained)
        return nil
    }
}
