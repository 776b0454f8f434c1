// SPDX-License-Identifier: MIT

import Mortise

/// A property that always has an instance of the implementation that is selected.
///
/// ```swift
/// @ObservedInjectable private var repository: Repository?
/// ```
///
/// When another key is selected, the next read gives an instance of that: its own, or the singleton of the
/// implementation if there is one already (S-31). It is noticed by `withObservationTracking` and SwiftUI. As long as
/// nothing else can be had it keeps what it has (S-32), or is `nil` and asks again with every read (S-34).
/// Adding implementations, or removing the abstraction and registering it again, changes nothing of that (S-33).
///
/// It is known weakly, and goes with its owner (S-35).
@propertyWrapper public struct ObservedInjectable<Abstraction> {
    private let storage: ObservedStorage<Abstraction>

    /// A property that follows the selection (S-30).
    ///
    /// - Parameters:
    ///   - file: The calling file. Leave it out.
    ///   - line: The calling line. Leave it out.
    ///   - context: The context. There is no fallback to the global one (S-41).
    public init(
        _ file: String = #fileID,
        _ line: Int = #line,
        context: InjectionContext = .global
    ) {
        let injector = Injector.build(context: context.ofProperty(in: file))
        storage = ObservedStorage(injector, place: "\(file) \(line)")
        _ = storage.value
    }

    /// The instance; `nil` if there is none.
    public var wrappedValue: Abstraction? { storage.value }
}

// This vocabulary is older than `Sendable`: what a property holds may be anything.
@available(*, unavailable)
extension ObservedInjectable: Sendable {}

/// What the copies of an observed property share.
private final class ObservedStorage<Abstraction> {
    private struct State: Sendable {
        var container: Container?
        var observed: Observed<Kept<Abstraction>>?
        var last: Kept<Abstraction>?
    }

    private let injector: Injector
    private let place: String
    private let state = Locked(State())

    init(_ injector: Injector, place: String) {
        self.injector = injector
        self.place = place
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

    /// What was injected before; without that there is nothing, and why is logged.
    private func lastOrNothing(in container: Container?) -> Abstraction? {
        if let last = state.withLock({ $0.last }) { return last.instance }
        let name = injector.name(Abstraction.self)
        if container?.implementations(of: Abstraction.self).isEmpty != false {
            injector.report(.noPublisherFounded(name: name))
        }
        injector.report(.noImplementationFoundOnInjection(name: name, place: place))
        return nil
    }

    /// The property in the container that the context has now: after it was destroyed, a new one.
    private func observed(in container: Container) -> Observed<Kept<Abstraction>> {
        let known = state.withLock { $0.container === container ? $0.observed : nil }
        if let known { return known }
        let made = Observed<Kept<Abstraction>>(Abstraction.self, in: container) { container in
            let selected = container.selection(for: Abstraction.self)
            let singleton = selected.flatMap {
                container.existingInstance(of: Kept<Abstraction>.self, tag: $0)
            }
            return try singleton ?? Kept(container.resolve(Abstraction.self))
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
