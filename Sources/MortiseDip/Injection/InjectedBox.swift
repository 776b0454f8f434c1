// SPDX-License-Identifier: MIT

import Mortise
import MortiseGraph

/// The storage of ``Injected`` and ``InjectedWeak``, shared by the copies of a property.
final class InjectedBox<T>: InjectableProperty {
    /// The tag that a property is resolved with.
    enum RequestedTag {
        /// The owner's tag.
        case ofOwner
        /// Its own tag, or none.
        case own(DependencyContainer.Tag?)
    }

    private let isRequired: Bool
    private let isWeak: Bool
    private let tag: RequestedTag
    private let didInject: (T) -> Void
    private var room = ValueRoom()
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

    /// Creates a box with an initial value, without calling `didInject`.
    convenience init(
        value: T?,
        isWeak: Bool,
        isRequired: Bool,
        _ tag: RequestedTag,
        _ didInject: @escaping (T) -> Void
    ) {
        self.init(isWeak: isWeak, isRequired: isRequired, tag, didInject)
        if let value { keep(value) }
    }

    deinit { room.empty(T.self) }

    var current: T? {
        get { isWeak ? object as? T : room.value(of: T.self) }
        set {
            requireSettable(newValue)
            if let newValue { set(newValue) } else { clear() }
        }
    }

    /// Another box of the same kind with a value, without calling `didInject`.
    func withValue(_ value: T?) -> InjectedBox {
        requireSettable(value)
        return InjectedBox(value: value, isWeak: isWeak, isRequired: isRequired, tag, didInject)
    }

    private func requireSettable(_ value: T?) {
        guard value == nil, isRequired else { return }
        // Not a precondition: optimised code drops its message.
        fatalError("Can not set required property to nil.")
    }

    private func clear() {
        if isWeak {
            object = nil
        } else {
            let old = room.take(T.self)
            withExtendedLifetime(old) {}
        }
    }

    private func set(_ newValue: T) {
        keep(newValue)
        didInject(newValue)
    }

    private func keep(_ newValue: T) {
        if isWeak {
            // A value that is not an object cannot be held weakly (D-67).
            object = type(of: newValue as Any) is AnyClass ? newValue as AnyObject : nil
        } else if !room.fill(newValue) {
            let old = room.take(T.self)
            _ = room.fill(newValue)
            withExtendedLifetime(old) {}
        }
    }

    // MARK: Injecting

    func inject(from resolver: inout Resolver) throws {
        do {
            switch tag {
            case .ofOwner:
                set(try resolver.resolve(T.self, tag: resolver.requestedTag, by: .fallingBack))
            case .own(let tag):
                set(try resolver.resolve(T.self, tag: tag?.engineTag, by: .fallingBack))
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

    /// Resolves the property of an owner that the container does not resolve, like any other box.
    func resolve(_ container: DependencyContainer) throws {
        do {
            switch tag {
            case .ofOwner: set(try container.resolve(tag: container.context?.tag))
            case .own(let tag): set(try container.resolve(tag: tag))
            }
        } catch {
            // A restart or a cancellation is no failure.
            if Container.isSignal(error) || error is CancellationError { throw error }
            let label = container.context?.injectedInProperty
            if let failure = failure(error, label) { throw failure }
        }
    }

    /// The error of the owner's resolve if this property could not be injected; `nil` if it is optional.
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
