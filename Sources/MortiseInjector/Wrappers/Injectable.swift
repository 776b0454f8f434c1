// SPDX-License-Identifier: MIT

import Mortise

/// A property that is injected, once.
///
/// ```swift
/// @Injectable private var repository: Repository?
/// @Injectable(injection: .singleton, instantiation: .regular) private var service: Service?
/// @Injectable(constrainedTo: "remote") private var remote: Repository?
/// ```
///
/// `nil` if there is no implementation; why is logged. Copies are one and the same property (S-21). It may be
/// read from any thread: it is injected once at most.
///
/// In a test, a property of the global context belongs to the context `.tests(name:)` of the file that
/// declares it, if that exists when the property is made (S-42).
@propertyWrapper public struct Injectable<Abstraction> {
    private let storage: InjectedStorage<Abstraction>

    /// A property that is injected (S-20).
    ///
    /// - Parameters:
    ///   - injection: Which instance.
    ///   - instantiation: When.
    ///   - file: The calling file. Leave it out.
    ///   - line: The calling line. Leave it out.
    ///   - context: The context. There is no fallback to the global one (S-41).
    ///   - key: The key of an implementation; without one that is injected which is selected.
    public init(
        injection: InjectionType = .regular,
        instantiation: InstantiationType = .lazy,
        _ file: String = #fileID,
        _ line: Int = #line,
        context: InjectionContext = .global,
        constrainedTo key: String? = nil
    ) {
        storage = InjectedStorage(
            Injector.build(context: context.ofProperty(in: file)),
            injection,
            key,
            place: "\(file) \(line)",
            isRetrying: instantiation == .lazy
        )
        if instantiation == .regular { storage.inject() }
    }

    /// The instance; `nil` if there is none.
    public var wrappedValue: Abstraction? { storage.value }
}

/// A property that is injected when it is made (S-70, S-71).
///
/// ```swift
/// @Inject private var repository: Repository
/// ```
///
/// Reading it stops the program if there is no implementation; why is logged.
@propertyWrapper public struct Inject<Abstraction> {
    private let storage: InjectedStorage<Abstraction>
    private let place: String

    /// A property that is injected when it is made.
    ///
    /// - Parameters:
    ///   - injection: Which instance.
    ///   - file: The calling file. Leave it out.
    ///   - line: The calling line. Leave it out.
    ///   - context: The context. There is no fallback to the global one (S-41).
    ///   - key: The key of an implementation; without one that is injected which is selected.
    public init(
        injection: InjectionType = .regular,
        _ file: String = #fileID,
        _ line: Int = #line,
        context: InjectionContext = .global,
        constrainedTo key: String? = nil
    ) {
        place = "\(file) \(line)"
        storage = InjectedStorage(
            Injector.build(context: context.ofProperty(in: file)),
            injection,
            key,
            place: place,
            isRetrying: false
        )
        storage.inject()
    }

    /// The instance.
    public var wrappedValue: Abstraction {
        guard let value = storage.value else {
            let name = String(describing: Abstraction.self)
            let error = InjectionError.noImplementationFoundOnInjection(name: name, place: place)
            fatalError("\(error)")
        }
        return value
    }
}

// This vocabulary is older than `Sendable`: what a property holds may be anything.
@available(*, unavailable)
extension Injectable: Sendable {}

@available(*, unavailable)
extension Inject: Sendable {}

/// What the copies of a property share.
private final class InjectedStorage<Abstraction> {
    private let injector: Injector
    private let injection: InjectionType
    private let key: String?
    private let place: String
    private let isRetrying: Bool
    /// For the container of the context, which may be another one after the context was destroyed.
    private let property: Locked<Property?>

    private struct Property: Sendable {
        let container: Container
        let lazy: LazyResolved<Kept<Abstraction>>
    }

    init(
        _ injector: Injector,
        _ injection: InjectionType,
        _ key: String?,
        place: String,
        isRetrying: Bool
    ) {
        self.injector = injector
        self.injection = injection
        self.key = key
        self.place = place
        self.isRetrying = isRetrying
        property = Locked(nil)
    }

    var value: Abstraction? {
        if let known = property.withLock({ $0?.lazy }), known.isResolved || !isRetrying {
            return known.isResolved ? try? known.get().instance : nil
        }
        return isRetrying ? inject() : nil
    }

    @discardableResult func inject() -> Abstraction? {
        do {
            guard let current else {
                let name = injector.name(Abstraction.self)
                throw InjectionError.notAbstrationFound(name: name, context: injector.context)
            }
            return try current.get().instance
        } catch {
            injector.report(cause(of: error))
            let name = injector.name(Abstraction.self)
            injector.report(.noImplementationFoundOnInjection(name: name, place: place))
            return nil
        }
    }

    /// The property in the container that the context has now; `nil` if the context was destroyed, and
    /// nobody has used it since.
    private var current: LazyResolved<Kept<Abstraction>>? {
        let isFirst = property.withLock { $0 == nil }
        guard let container = isFirst ? injector.container : injector.existingContainer else {
            return nil
        }
        let (injector, injection, key) = (injector, injection, key)
        // Released outside the lock.
        var made: Property? = Property(
            container: container,
            lazy: LazyResolved(in: container) { (_: inout Resolver) in
                let instance = try injector.resolve(
                    Abstraction.self,
                    injectionType: injection,
                    constrainedTo: key
                )
                return Kept(instance)
            }
        )
        return property.withLock { property in
            if let property, property.container === container { return property.lazy }
            swap(&property, &made)
            return property?.lazy
        }
    }

    private func cause(of error: any Error) -> InjectionError {
        // Its own words reach through the engine unchanged.
        let cause = (error as? ResolutionError)?.underlying ?? error
        return cause as? InjectionError
            ?? .implementationsCouldNotBeCasted(name: injector.name(Abstraction.self))
    }
}
