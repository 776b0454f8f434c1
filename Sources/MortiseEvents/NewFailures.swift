// SPDX-License-Identifier: MIT

#if Observability
package import Mortise
import Synchronization

/// Tells the failures of builds that are news from those that bubble up.
///
/// A build fails with the error of what it needs, and so does the build that needs it in turn. Only
/// the innermost is news.
package final class NewFailures: Sendable {
    /// A failure that the build which needed it has not answered yet.
    private struct Failure: Sendable {
        let requester: UInt64
        let error: any Error
    }

    /// The last ones: what handles a failure leaves one behind.
    private let recent = Mutex<[Failure]>([])

    private static let limit = 256

    package init() {}

    /// Takes note of a failure.
    ///
    /// - Parameters:
    ///   - error: The error that a build failed with.
    ///   - event: The event that says so.
    /// - Returns: Whether nothing that the build needs has failed with the same error before.
    package func isNews(_ error: any Error, of event: ResolutionEvent) -> Bool {
        // What it forgets is released after the lock.
        let (isNews, forgotten) = recent.withLock { recent in
            let old = recent.lastIndex {
                $0.requester == event.number && Self.isSame($0.error, error)
            }
            var forgotten = old.map { [recent.remove(at: $0)] } ?? []
            if let requester = event.parent {
                if recent.count == Self.limit { forgotten.append(recent.removeFirst()) }
                recent.append(Failure(requester: requester, error: error))
            }
            return (old == nil, forgotten)
        }
        withExtendedLifetime(forgotten) {}
        return isNews
    }

    /// Whether both are the same failure: the path to it differs from build to build.
    private static func isSame(_ first: any Error, _ second: any Error) -> Bool {
        if let first = first as? ResolutionError, let second = second as? ResolutionError {
            return first.code == second.code && first.key == second.key
        }
        return type(of: first) == type(of: second)
    }
}
#endif
