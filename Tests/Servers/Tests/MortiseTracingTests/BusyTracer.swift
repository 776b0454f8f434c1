// SPDX-License-Identifier: MIT

import InMemoryTracing
import Mortise
import Synchronization
import Tracing

/// A tracer that runs code of the test for each span.
struct BusyTracer: Tracer {
    let tracer: InMemoryTracer
    let body: @Sendable () -> Void

    func startSpan<Instant: TracerInstant>(
        _ operationName: String,
        context: @autoclosure () -> ServiceContext,
        ofKind kind: SpanKind,
        at instant: @autoclosure () -> Instant,
        function: String,
        file fileID: String,
        line: UInt
    ) -> InMemorySpan {
        body()
        return tracer.startSpan(
            operationName,
            context: context(),
            ofKind: kind,
            at: instant(),
            function: function,
            file: fileID,
            line: line
        )
    }

    func forceFlush() {}

    func inject<Carrier, Inject: Injector>(
        _ context: ServiceContext,
        into carrier: inout Carrier,
        using injector: Inject
    ) where Carrier == Inject.Carrier {}

    func extract<Carrier, Extract: Extractor>(
        _ carrier: Carrier,
        into context: inout ServiceContext,
        using extractor: Extract
    ) where Carrier == Extract.Carrier {}
}

/// Keeps a container and a token of it, for a factory that observes.
final class Tokens: Sendable {
    private let state = Mutex<(app: Container?, token: ObservationToken?)>((nil, nil))

    var app: Container? {
        get { state.withLock { $0.app } }
        set { state.withLock { $0.app = newValue } }
    }

    func keep(_ token: ObservationToken?) { state.withLock { $0.token = token } }

    func cancel() { state.withLock { $0 }.token?.cancel() }
}
