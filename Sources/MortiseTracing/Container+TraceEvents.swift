// SPDX-License-Identifier: MIT

#if Observability
public import Mortise
public import Tracing

extension Container {
    /// Makes a span for what takes long to build, for what fails, and for long waits.
    ///
    /// ```swift
    /// let trace = app.traceEvents(minimum: .milliseconds(5))
    /// ```
    ///
    /// Spans of what one outermost resolve builds nest as the builds do, inside the span of the
    /// task that resolves. A singleton has a trace of its own that is linked to that span, because
    /// it outlives the request that asked for it first. The names and attributes are listed in
    /// <doc:MortiseTracing>.
    ///
    /// A span is made when the outermost build has ended, with the times at which its build began
    /// and ended: only then is it known which builds took long. So factories do not see it as
    /// `ServiceContext.current`. Requests for instances that exist have no spans, and stay as fast
    /// as without a tracer.
    ///
    /// The tracer is called on the thread that resolves, which waits for it. It holds no lock, so
    /// the tracer may block, and may resolve. What it resolves itself is not traced.
    ///
    /// - Parameters:
    ///   - minimum: What takes less has no span, unless it fails or has spans inside.
    ///   - tracer: Makes the spans. By default it is the tracer of the task that ends the outermost
    ///     build, or else that of the process. An asynchronous singleton is made in a task that has
    ///     none of its own.
    /// - Returns: A token. Keep it for as long as you want the spans.
    public func traceEvents(
        minimum: Duration = .milliseconds(1),
        tracer: (any Tracer)? = nil
    ) -> ObservationToken {
        let events = EventTracer(minimum: minimum, tracer: tracer)
        return observe { events.receive($0) }
    }
}
#endif
