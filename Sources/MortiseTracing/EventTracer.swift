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
    /// A build that has begun.
    private struct Running: Sendable {
        let start: DefaultTracerClock.Timestamp
        let parent: UInt64?
        let place: TracedSpan.Place
        /// Whether it is part of what a singleton needs, and so part of its trace.
        let isDetached: Bool
        var spans: [TracedSpan] = []
    }

    private struct State: Sendable {
        var running: [UInt64: Running] = [:]
        var ended = RecentContexts()
    }

    private let minimum: Duration
    private let tracer: (any Tracer)?
    private let failures = NewFailures()
    private let state = Mutex(State())

    /// How many builds may run at once: one that never ends must not be kept for ever.
    private static let limit = 8192

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
        state.withLock { state in
            let parent = event.parent.flatMap { state.running[$0] }
            let isDetached = parent?.isDetached ?? false
            let place: TracedSpan.Place =
                isSingleton && !isDetached
                ? .linked(current ?? parent?.place.context) : .inside(current)
            if state.running.count == Self.limit { state.forgetOldest() }
            state.running[number] = Running(
                start: start,
                parent: isSingleton && !isDetached ? nil : event.parent,
                place: place,
                isDetached: isSingleton || isDetached
            )
        }
    }

    private func end(_ event: ResolutionEvent, after duration: Duration?, _ error: (any Error)?) {
        guard let number = event.number else { return }
        let now = DefaultTracerClock.now
        let current = ServiceContext.current
        let isNews = error.map { failures.isNews($0, of: event) } ?? false
        let outermost: TracedSpan? = state.withLock { state in
            // What began before it was observed is not known.
            let running =
                state.running.removeValue(forKey: number)
                ?? Running(
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
                end: duration.map { running.start.advanced(by: $0) } ?? now,
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
                state.withLock { $0.ended.context(of: number) }
            }
            let context = span.make(with: tracer, inside: parent, awaited: awaited)
            if let number = span.build {
                state.withLock { $0.ended.remember(context, of: number) }
            }
            rest += span.inner.reversed().map { ($0, context) }
        }
    }
}

extension EventTracer.State {
    /// Keeps a span until the build that it is part of ends, if that is known to run.
    fileprivate mutating func keep(_ span: TracedSpan, inside parent: UInt64?) -> Bool {
        guard let parent, running[parent] != nil else { return false }
        running[parent]?.spans.append(span)
        return true
    }

    /// Forgets the older half of what runs: numbers grow.
    fileprivate mutating func forgetOldest() {
        let median = running.keys.sorted()[running.count / 2]
        running = running.filter { $0.key >= median }
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
