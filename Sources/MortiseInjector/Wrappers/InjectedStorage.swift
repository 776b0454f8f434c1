// SPDX-License-Identifier: MIT

import Mortise

/// The shared state of a property's copies.
final class InjectedStorage<Abstraction>: Sendable {
    private let injector: Injector
    private let injection: InjectionType
    private let key: String?
    let place: String
    private let isRetrying: Bool
    /// Bound to the context's current container; destroying the context replaces that.
    private let property: Locked<Property?>

    private struct Property: Sendable {
        let container: Container
        let lazy: LazyResolved<Kept<Abstraction>>
    }

    /// - Parameters:
    ///   - injection: A new instance or the singleton.
    ///   - instantiation: Immediately or on first read.
    ///   - file: The file of the property's declaration.
    ///   - line: The line of the property's declaration.
    ///   - context: The property's context.
    ///   - key: The key of an implementation, if any.
    ///   - isRetrying: Whether a read repeats a failed injection.
    init(
        _ injection: InjectionType,
        _ instantiation: InstantiationType,
        _ file: String,
        _ line: Int,
        _ context: InjectionContext,
        _ key: String?,
        isRetrying: Bool
    ) {
        injector = Injector.build(context: context.ofProperty(in: file))
        self.injection = injection
        self.key = key
        place = "\(file) \(line)"
        self.isRetrying = isRetrying
        property = Locked(nil)
        if instantiation == .regular { _ = try? inject() }
    }

    var value: Abstraction? { injected ?? (isRetrying ? try? inject() : nil) }

    /// The instance; stops the program if there is none.
    var forcedValue: Abstraction {
        if let injected { return injected }
        do {
            return try inject()
        } catch {
            let cause = injector.cause(of: error, Abstraction.self, key)
            injectionFailed(Abstraction.self, at: place, because: cause)
        }
    }

    /// The instance if it is injected already.
    private var injected: Abstraction? {
        guard let known = property.withLock({ $0?.lazy }), known.isResolved else { return nil }
        return try? known.get().instance
    }

    private func inject() throws -> Abstraction {
        do {
            guard let current else {
                let name = injector.name(Abstraction.self)
                throw InjectionError.notAbstrationFound(name: name, context: injector.context)
            }
            return try current.get().instance
        } catch {
            injector.reportMissing(Abstraction.self, key, at: place, because: error)
            throw error
        }
    }

    /// The property in the context's current container; `nil` if the context was destroyed and not used
    /// since.
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
        defer { withExtendedLifetime(made) {} }
        return property.withLock { property in
            if let property, property.container === container { return property.lazy }
            swap(&property, &made)
            return property?.lazy
        }
    }
}
