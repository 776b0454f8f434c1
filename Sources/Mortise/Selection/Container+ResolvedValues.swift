// SPDX-License-Identifier: MIT

import MortiseGraph

extension Container {
    /// Returns the instances of a type: the current one, then one after every change.
    ///
    /// ```swift
    /// for try await repository in container.values(of: (any Repository).self) {
    ///     await show(repository.items)
    /// }
    /// ```
    ///
    /// The sequence begins with the current instance. A new instance follows when another
    /// implementation is selected, in this container or an ancestor; when the definition is
    /// registered, replaced, or removed and registered again; when its kept instance is reset; and
    /// when containers are linked or unlinked. Changes that come faster than the iteration are
    /// combined, but the latest is never missed. A caching lifetime gives all iterators the same
    /// instance, `.unique` gives each its own.
    ///
    /// While nothing is registered for the type, iterating waits. The sequence ends when the
    /// container is closed or released, or when the iterating task is cancelled. It does not keep
    /// the container alive.
    ///
    /// - Parameter type: The type, resolved as in ``AsyncContainer/resolve(_:tag:arguments:)->T``:
    ///   asynchronous definitions work.
    /// - Returns: A sequence that can be iterated any number of times.
    public func values<T>(of type: T.Type = T.self) -> ResolvedValues<T> {
        ResolvedValues(of: self)
    }
}

extension Container {
    /// The instances of a type, now and after every change: ``Container/values(of:)``.
    ///
    /// The sequence can be passed between tasks and iterated several times concurrently.
    public struct ResolvedValues<Element>: AsyncSequence, Sendable {
        private let container: WeakContainer

        init(of container: Container) { self.container = WeakContainer(container) }

        /// Makes an iterator that begins with the current instance.
        ///
        /// - Returns: An iterator that follows changes from now on.
        public func makeAsyncIterator() -> Iterator { Iterator(container) }

        /// An iterator over the instances of a type.
        public struct Iterator: AsyncIteratorProtocol {
            private let follower: Follower?
            private let bell = Bell()
            private var seen: Int?

            init(_ container: WeakContainer) {
                follower = container.value.map { Follower(KeyWords.word(of: Element.self), in: $0) }
                let bell = bell
                follower?.onChange { bell.ring() }
            }

            /// Waits for the next instance.
            ///
            /// - Returns: The instance; `nil` at the end, and when the task is cancelled.
            /// - Throws: ``ResolutionError`` if the instance cannot be made. You can still wait for the
            ///   next one.
            public mutating func next() async throws -> Element? {
                var hurry = 3
                while let follower, !follower.isOver, !Task.isCancelled {
                    guard follower.version != seen else {
                        let last = seen
                        await bell.wait(unless: { follower.version != last || follower.isOver })
                        continue
                    }
                    follower.trace()
                    let version = follower.version
                    seen = version
                    guard let container = follower.container.value else { return nil }
                    do {
                        let instance = try await container.async.resolve(Element.self)
                        hurry -= 1
                        // A change came meanwhile. Retries are limited: changes may go on forever.
                        if follower.version == version || hurry == 0 { return instance }
                    } catch let error as ResolutionError where error.saysThatNothingIsRegistered {
                        continue
                    } catch {
                        if follower.isOver || container.isClosed || Task.isCancelled { return nil }
                        throw error
                    }
                }
                return nil
            }
        }
    }
}

// An iterator stores the changes that it has seen.
@available(*, unavailable)
extension Container.ResolvedValues.Iterator: Sendable {}

extension ResolutionError {
    /// Whether the requested type itself is missing, and not one of its dependencies.
    var saysThatNothingIsRegistered: Bool { code == .missingBinding && entries.count == 1 }
}

/// Wakes tasks that wait for a change: one, or several with copies of its iterator.
private final class Bell: Sendable {
    private let waiters = Locked<[CheckedContinuation<Void, Never>]>([])

    /// Wakes all waiting tasks; each checks its own condition.
    func ring() {
        var woken: [CheckedContinuation<Void, Never>] = []
        waiters.withLock { swap(&$0, &woken) }
        for waiter in woken { waiter.resume() }
    }

    /// Waits until the bell rings, or until the task is cancelled.
    ///
    /// - Parameter hasChanged: Whether there is nothing to wait for. A change rings the bell
    ///   afterwards, so none is missed between the check and the wait. Runs under the bell's lock.
    func wait(unless hasChanged: () -> Bool) async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { waiter in
                let isWaiting = waiters.withLock { waiters in
                    // A cancelled task is marked before the bell rings.
                    guard !Task.isCancelled, !hasChanged() else { return false }
                    waiters.append(waiter)
                    return true
                }
                if !isWaiting { waiter.resume() }
            }
        } onCancel: {
            ring()
        }
    }
}
