// SPDX-License-Identifier: MIT

#if Observability
import Metrics
import Mortise
import MortiseEvents
import MortiseGraph
import Synchronization

/// The metrics of one observed container.
final class EventMetrics: Sendable {
    /// What tells the series of a metric apart.
    private struct Definition: Hashable, Sendable {
        let type: TypeName
        let lifetime: Graph.Lifetime

        init(_ event: ResolutionEvent) {
            type = event.key.type
            lifetime = event.lifetime
        }

        var dimensions: [(String, String)] {
            [("type", "\(type)"), ("lifetime", "\(lifetime)")]
        }
    }

    private struct Times: Sendable {
        let counter: Counter
        let timer: Timer
    }

    private struct Scopes: Sendable {
        let open: Meter
        let duration: Timer
    }

    private let prefix: String
    private let factory: any MetricsFactory
    private let failures = NewFailures()
    private let builds = Series<Definition, Times>()
    private let waits = Series<Definition, Times>()
    private let scopes = Series<String, Scopes>()
    private let failureCounters = Series<String, Counter>()
    private let closeFailureCounters = Series<TypeName, Counter>()
    /// Scopes whose opening was counted, by their number.
    private let openScopes = Mutex<[UInt64: Meter]>([:])

    init(prefix: String, factory: any MetricsFactory) {
        self.prefix = prefix
        self.factory = factory
    }

    deinit {
        let open = openScopes.withLock { $0 }
        for meter in open.values { meter.decrement() }
    }

    func receive(_ event: ResolutionEvent) {
        switch event.kind {
        case .made(let duration):
            guard !event.isDecorator else { return }
            Listening.once { record(duration, of: event, in: builds, "build") }
        case .waited(let duration):
            Listening.once { record(duration, of: event, in: waits, "wait") }
        case .failed(let error):
            guard failures.isNews(error, of: event) else { return }
            Listening.once { count(error) }
        case .closeFailed: Listening.once { countCloseFailure(event) }
        case .scopeOpened: Listening.once { open(event) }
        case .scopeClosed(let duration): close(event, after: duration)
        default: break
        }
    }

    private func record(
        _ duration: Duration,
        of event: ResolutionEvent,
        in series: Series<Definition, Times>,
        _ word: String
    ) {
        let times = series.metric(of: Definition(event)) { definition in
            let dimensions = definition.dimensions
            return Times(
                counter: counter("\(word)s", dimensions),
                timer: timer("\(word).duration", dimensions)
            )
        }
        times.counter.increment()
        times.timer.record(duration: duration)
    }

    private func count(_ error: any Error) {
        failureCounters.metric(of: ErrorWords(error).code) {
            counter("build.failures", [("code", $0)])
        }
        .increment()
    }

    private func countCloseFailure(_ event: ResolutionEvent) {
        closeFailureCounters.metric(of: event.key.type) {
            counter("close.failures", [("type", "\($0)")])
        }
        .increment()
    }

    private func open(_ event: ResolutionEvent) {
        guard let number = event.number else { return }
        let meter = scopes(named: event.scopeName).open
        openScopes.withLock { $0[number] = meter }
        meter.increment()
    }

    private func close(_ event: ResolutionEvent, after duration: Duration) {
        // A scope that was opened before is not on the meter. One that is, and that a handler closes,
        // is taken off it.
        let meter = openScopes.withLock { open in
            event.number.flatMap { open.removeValue(forKey: $0) }
        }
        meter?.decrement()
        Listening.once { scopes(named: event.scopeName).duration.record(duration: duration) }
    }

    private func scopes(named name: String) -> Scopes {
        scopes.metric(of: name) { name in
            let dimensions = [("scope", name)]
            return Scopes(
                open: Meter(
                    label: "\(prefix).scopes.open",
                    dimensions: dimensions,
                    factory: factory
                ),
                duration: timer("scope.duration", dimensions)
            )
        }
    }

    private func counter(_ name: String, _ dimensions: [(String, String)]) -> Counter {
        Counter(label: "\(prefix).\(name)", dimensions: dimensions, factory: factory)
    }

    private func timer(_ name: String, _ dimensions: [(String, String)]) -> Timer {
        Timer(label: "\(prefix).\(name)", dimensions: dimensions, factory: factory)
    }
}
#endif
