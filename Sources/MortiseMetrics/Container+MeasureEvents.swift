// SPDX-License-Identifier: MIT

#if Observability
public import Metrics
public import Mortise

extension Container {
    /// Counts and times what is built, what fails, and which scopes are open.
    ///
    /// ```swift
    /// let metrics = app.measureEvents(prefix: "galaxy.di")
    /// ```
    ///
    /// The labels and dimensions are listed in <doc:MortiseMetrics>. Dimensions are types, lifetimes,
    /// codes of errors and names of scopes, whose number the program's text limits. They are never
    /// tags or arguments.
    ///
    /// A metric is made with the first event that it counts, once for each definition, and is kept
    /// with the token. Two first events at the same time may make it twice; a factory returns the
    /// same handler then. Requests for instances that exist are not counted, and stay as fast as
    /// without metrics.
    ///
    /// The factory and its handlers are called on the thread that resolves or closes, which waits
    /// for them. It holds no lock, so they may block, and may resolve. What they resolve themselves
    /// is not counted.
    ///
    /// - Parameters:
    ///   - prefix: What all labels begin with, followed by a dot.
    ///   - factory: Makes the metrics. By default that of the calling task, or else that of the
    ///     process.
    /// - Returns: A token. Keep it for as long as you want the metrics. When it is released, scopes
    ///   that are still open are taken off the meter.
    public func measureEvents(
        prefix: String = "mortise",
        factory: any MetricsFactory = MetricsSystem.factory
    ) -> ObservationToken {
        let metrics = EventMetrics(prefix: prefix, factory: factory)
        return observe { metrics.receive($0) }
    }
}
#endif
