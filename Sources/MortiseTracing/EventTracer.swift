// SPDX-License-Identifier: MIT

#if Observability
import Mortise
import MortiseEvents
import MortiseGraph
import Synchronization
import Tracing

/// Makes spans of the events of one observed container.
///
/// A build keeps the spans inside it until it ends itself. The outermost build makes them all, from
/// the outside in, because a span needs the context of its parent.
final class EventTracer: Sendable {
    private let minimum: Duration
    private let tracer: (any Tracer)?
    private let failures = NewFailures()
    private let state = Mutex(RunningBuilds())
    private let contexts = Mutex(RecentContexts())

    init(minimum: Duration, tracer: (any Tracer)?) {
        self.minimum = minimum
        self.tracer = tracer
    }

    func receive(_ event: ResolutionEvent) {
        switch event.kind {
        case .began: begin(event)
        case .made(let duration): end(event, after: duration, nil)
        case .failed(let error): end(event, after: nil, error)
        case .waited(let duration):
            if duration >= minimum { noteWait(event, duration) }
        default: break
        }
    }

    private func begin(_ event: ResolutionEvent) {
        guard let number = event.number else { return }
        let start = DefaultTracerClock.now
        let current = ServiceContext.current
        let isSingleton = event.lifetime.isSingleton
        // What it forgets is released after the lock.
        let forgotten = state.withLock { state in
            let parent = event.parent.flatMap { state.builds[$0] }
            let isDetached = parent?.isDetached ?? false
            let place: TracedSpan.Place =
                isSingleton && !isDetached
                ? .linked(current ?? parent?.place.context) : .inside(current)
            return state.add(
                number,
                RunningBuild(
                    start: start,
                    parent: isSingleton && !isDetached ? nil : event.parent,
                    place: place,
                    isDetached: isSingleton || isDetached
                )
            )
        }
        withExtendedLifetime(forgotten) {}
    }

    private func end(_ event: ResolutionEvent, after duration: Duration?, _ error: (any Error)?) {
        guard let number = event.number else { return }
        let now = DefaultTracerClock.now
        let current = ServiceContext.current
        let isNews = error.map { failures.isNews($0, of: event) } ?? false
        let outermost: TracedSpan? = state.withLock { state in
            // What began before it was observed is not known.
            let running =
                state.builds.removeValue(forKey: number)
                ?? RunningBuild(
                    start: now.advanced(by: .zero - (duration ?? .zero)),
                    parent: nil,
                    place: event.lifetime.isSingleton ? .linked(current) : .inside(current),
                    isDetached: false
                )
            let isLong = duration.map { $0 >= minimum } ?? true
            guard isLong || !running.spans.isEmpty else { return nil }
            let span = TracedSpan(
                event,
                start: running.start,
                end: now,
                place: running.place,
                error: error,
                isNews: isNews,
                inner: running.spans
            )
            return state.keep(span, inside: running.parent) ? nil : span
        }
        if let outermost { Listening.once { make(outermost) } }
    }

    private func noteWait(_ event: ResolutionEvent, _ duration: Duration) {
        let now = DefaultTracerClock.now
        let span = TracedSpan(
            event,
            start: now.advanced(by: .zero - duration),
            end: now,
            place: .inside(ServiceContext.current)
        )
        let isKept = state.withLock { $0.keep(span, inside: event.parent) }
        if !isKept { Listening.once { make(span) } }
    }

    /// Makes a span and those inside it, outside the lock.
    private func make(_ outermost: TracedSpan) {
        let tracer = tracer ?? InstrumentationSystem.tracer
        var rest: [(span: TracedSpan, parent: ServiceContext?)] = [(outermost, nil)]
        while let (span, parent) = rest.popLast() {
            let awaited = span.awaited.flatMap { number in
                contexts.withLock { $0.context(of: number) }
            }
            let context = span.make(with: tracer, inside: parent, awaited: awaited)
            if let number = span.build {
                let forgotten = contexts.withLock { $0.remember(context, of: number) }
                withExtendedLifetime(forgotten) {}
            }
            rest += span.inner.reversed().map { ($0, context) }
        }
    }
}

extension DefaultTracerClock.Timestamp {
    /// This time and a duration, which may be negative.
    fileprivate func advanced(by duration: Duration) -> Self {
        let nanoseconds = Int64(clamping: nanosecondsSinceEpoch)
        let (sum, overflow) = nanoseconds.addingReportingOverflow(duration.nanoseconds)
        return Self(nanosecondsSinceEpoch: overflow ? .max : UInt64(max(0, sum)))
    }
}
#endif
