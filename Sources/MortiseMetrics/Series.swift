// SPDX-License-Identifier: MIT

#if Observability
import Synchronization

/// Metrics that differ in their dimensions only, each made when it is needed.
final class Series<Key: Hashable & Sendable, Metric: Sendable>: Sendable {
    private let metrics = Mutex<[Key: Metric]>([:])

    /// The metric of a key.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - make: Makes the metric, outside the lock. Of two that are made at once, one is used.
    /// - Returns: The metric.
    func metric(of key: Key, _ make: (Key) -> Metric) -> Metric {
        if let metric = metrics.withLock({ $0[key] }) { return metric }
        let made = make(key)
        return metrics.withLock { metrics in
            if let first = metrics[key] { return first }
            metrics[key] = made
            return made
        }
    }
}
#endif
