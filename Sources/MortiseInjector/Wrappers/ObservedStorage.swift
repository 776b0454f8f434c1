// SPDX-License-Identifier: MIT

import Mortise

/// What the copies of an observed property share.
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
    ///   - file: Where the property is declared.
    ///   - line: The same.
    ///   - context: The context that it names.
    init(_ file: String, _ line: Int, _ context: InjectionContext) {
        injector = Injector.build(context: context.ofProperty(in: file))
        place = "\(file) \(line)"
        // It starts now.
        _ = value
    }

    var value: Abstraction? {
        let known = state.withLock { $0.container }
        // A context that was destroyed begins anew with what is registered, not with what is read.
        let container = known == nil ? injector.container : injector.existingContainer
        guard let container else { return lastOrNothing(in: nil) }
        do {
            let kept = try observed(in: container).get()
            // The old one is released outside the lock.
            var last: Kept<Abstraction>? = kept
            state.withLock { swap(&$0.last, &last) }
            return kept.instance
        } catch {
            return lastOrNothing(in: container)
        }
    }

    /// The instance; stops the program if there is none.
    var forcedValue: Abstraction {
        if let value { return value }
        injectionFailed(Abstraction.self, at: place)
    }

    /// What was injected before; without that there is nothing, and why is logged.
    private func lastOrNothing(in container: Container?) -> Abstraction? {
        if let last = state.withLock({ $0.last }) { return last.instance }
        let name = injector.name(Abstraction.self)
        if container.map({ injector.isRegistered(Abstraction.self, $0) }) != true {
            injector.report(.noPublisherFounded(name: name))
        }
        injector.report(.noImplementationFoundOnInjection(name: name, place: place))
        return nil
    }

    /// The property in the container that the context has now: after it was destroyed, a new one.
    private func observed(in container: Container) -> Observed<Kept<Abstraction>> {
        let known = state.withLock { $0.container === container ? $0.observed : nil }
        if let known { return known }
        // It starts with an instance of its own.
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
        // What was there is released outside the lock.
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
