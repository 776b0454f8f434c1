// SPDX-License-Identifier: MIT

import Mortise

/// The shared state of an observed property's copies.
final class ObservedStorage<Abstraction>: Sendable {
    private struct State: Sendable {
        var container: Container?
        var observed: Observed<Kept<Abstraction>>?
        var last: Kept<Abstraction>?
    }

    private let injector: Injector
    let place: String
    private let state = Locked(State())

    /// - Parameters:
    ///   - file: The file of the property's declaration.
    ///   - line: The line of the property's declaration.
    ///   - context: The property's context.
    init(_ file: String, _ line: Int, _ context: InjectionContext) {
        injector = Injector.build(context: context.ofProperty(in: file))
        place = "\(file) \(line)"
        // Injects immediately.
        _ = value
    }

    var value: Abstraction? { try? read() }

    /// The instance; stops the program if there is none.
    var forcedValue: Abstraction {
        do {
            return try read()
        } catch {
            let cause = injector.cause(of: error, Abstraction.self, nil)
            injectionFailed(Abstraction.self, at: place, because: cause)
        }
    }

    private func read() throws -> Abstraction {
        let known = state.withLock { $0.container }
        // Registering starts a destroyed context anew; reading does not.
        let container = known == nil ? injector.container : injector.existingContainer
        guard let container else {
            let name = injector.name(Abstraction.self)
            let error = InjectionError.notAbstrationFound(name: name, context: injector.context)
            return try last(or: error, in: nil)
        }
        do {
            let kept = try observed(in: container).get()
            // The old one is released outside the lock.
            var last: Kept<Abstraction>? = kept
            state.withLock { swap(&$0.last, &last) }
            withExtendedLifetime(last) {}
            return kept.instance
        } catch {
            return try last(or: error, in: container)
        }
    }

    /// The last instance; without one, logs the reason and throws.
    private func last(
        or error: any Error,
        in container: Container?
    ) throws -> Abstraction {
        if let last = state.withLock({ $0.last }) { return last.instance }
        var error = error
        if let container, let known = error as? ResolutionError {
            error = injector.explained(known, Abstraction.self, container)
        }
        let name = injector.name(Abstraction.self)
        let missing = InjectionError.noImplementationFoundOnInjection(name: name, place: place)
        if container.map({ injector.isRegistered(Abstraction.self, $0) }) != true {
            injector.report(.noPublisherFounded(name: name))
            injector.report(missing)
        } else {
            // The error has no case for the reason.
            let cause = injector.cause(of: error, Abstraction.self, nil)
            injector.report(missing, "\(missing)\n\(cause.text)")
        }
        throw error
    }

    /// The property in the context's current container; a new one after the context was destroyed.
    private func observed(in container: Container) -> Observed<Kept<Abstraction>> {
        let known = state.withLock { $0.container === container ? $0.observed : nil }
        if let known { return known }
        // Starts with its own new instance.
        let hasStarted = Locked(false)
        let made = Observed<Kept<Abstraction>>(Abstraction.self, in: container) { container in
            let isFollowing = hasStarted.withLock { $0 }
            let selected = isFollowing ? container.selection(for: Abstraction.self) : nil
            let singleton = selected.flatMap {
                container.existingInstance(of: Kept<Abstraction>.self, tag: $0)
            }
            let kept = try singleton ?? Kept(container.resolve(Abstraction.self))
            hasStarted.withLock { $0 = true }
            return kept
        }
        // The old values are released outside the lock.
        var old: (Container?, Observed<Kept<Abstraction>>?) = (nil, nil)
        defer { withExtendedLifetime(old) {} }
        return state.withLock { state in
            if let known = state.observed, state.container === container { return known }
            old = (state.container, state.observed)
            (state.container, state.observed) = (container, made)
            return made
        }
    }
}
