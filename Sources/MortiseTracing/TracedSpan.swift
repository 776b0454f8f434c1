// SPDX-License-Identifier: MIT

#if Observability
import Mortise
import MortiseEvents
import MortiseGraph
import Tracing

/// A span that is to be made: a build, or a wait for one.
struct TracedSpan: Sendable {
    /// Where a span is that is not inside another build.
    enum Place: Sendable {
        /// Inside the span of the task that resolves.
        case inside(ServiceContext?)
        /// In a trace of its own, with a link to the span of the task that resolves.
        case linked(ServiceContext?)

        var context: ServiceContext? {
            switch self {
            case .inside(let context), .linked(let context): context
            }
        }
    }

    let inner: [TracedSpan]
    private let event: ResolutionEvent
    private let start: DefaultTracerClock.Timestamp
    private let end: DefaultTracerClock.Timestamp
    private let place: Place
    private let error: (any Error)?
    /// Whether nothing inside has failed with the same error.
    private let isNews: Bool

    init(
        _ event: ResolutionEvent,
        start: DefaultTracerClock.Timestamp,
        end: DefaultTracerClock.Timestamp,
        place: Place,
        error: (any Error)? = nil,
        isNews: Bool = false,
        inner: [TracedSpan] = []
    ) {
        self.event = event
        self.start = start
        self.end = end
        self.place = place
        self.error = error
        self.isNews = isNews
        self.inner = inner
    }

    /// The number of the build, if others may wait for it.
    var build: UInt64? { isWait || event.lifetime == .unique ? nil : event.number }

    /// The number of the build that was waited for.
    var awaited: UInt64? { isWait ? event.number : nil }

    private var isWait: Bool {
        guard case .waited = event.kind else { return false }
        return true
    }

    /// Makes the span.
    ///
    /// - Parameters:
    ///   - tracer: The tracer.
    ///   - parent: The span of the build that it is part of.
    ///   - awaited: The span of the build that was waited for.
    /// - Returns: The context of the span.
    func make(
        with tracer: any Tracer,
        inside parent: ServiceContext?,
        awaited: ServiceContext?
    ) -> ServiceContext {
        let (context, requester) = surroundings(parent)
        let type = event.key.type
        let verb = isWait ? "wait for" : event.isDecorator ? "decorate" : "build"
        let site = event.site
        let span = tracer.startSpan(
            "\(verb) \(type)",
            context: context,
            ofKind: .internal,
            at: start,
            function: verb,
            file: site?.file ?? #fileID,
            line: site.map { UInt($0.line) } ?? #line
        )
        span.updateAttributes { attributes in
            attributes["mortise.type"] = "\(type)"
            attributes["mortise.lifetime"] = "\(event.lifetime)"
            attributes["mortise.definition"] = site.map { "\($0)" }
            attributes["mortise.requester"] = event.requester.map { "\($0.type)" }
            if event.isDecorator { attributes["mortise.decorator"] = true }
            attributes["mortise.error.code"] = error.map { ErrorWords($0).code }
        }
        if let requester { span.addLink(SpanLink(context: requester, attributes: [:])) }
        if let awaited { span.addLink(SpanLink(context: awaited, attributes: [:])) }
        if let error {
            if isNews { span.recordError(error, attributes: [:], at: end) }
            span.setStatus(SpanStatus(code: .error, message: ErrorWords(error).summary))
        }
        span.end(at: end)
        return span.context
    }

    /// The context to make it in, and the one to link it to.
    private func surroundings(_ parent: ServiceContext?) -> (ServiceContext, ServiceContext?) {
        if let parent { return (parent, nil) }
        switch place {
        case .inside(let context): return (context ?? .topLevel, nil)
        case .linked(let context): return (.topLevel, context)
        }
    }
}
#endif
