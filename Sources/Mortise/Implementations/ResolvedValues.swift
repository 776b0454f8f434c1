// SPDX-License-Identifier: MIT

import MortiseGraph

extension Container {
    /// What a type is resolved to: now, and after every change.
    ///
    /// ```swift
    /// for try await repository in container.values(of: (any Repository).self) {
    ///     await show(repository.items)
    /// }
    /// ```
    ///
    /// Begins with the current instance. A new one follows when another implementation is selected,
    /// here or further out, when the definition is registered, replaced or removed and registered
    /// again, when what it keeps is reset, and when containers are linked or parted. Changes that come
    /// faster than they are looked at are one: what counts is that the latest is never missed. A caching
    /// scope gives all who iterate the same instance, `.unique` each its own.
    ///
    /// While nothing is registered for the type, iterating waits. It ends with the container, when
    /// that is closed or let go of, and with the task that iterates; the container is not kept alive.
    ///
    /// - Parameter type: What to resolve, as ``AsyncContainer/resolve(_:tag:)`` does: asynchronous
    ///   definitions work.
    /// - Returns: A sequence that may be iterated any number of times.
    public func values<T>(of type: T.Type = T.self) -> ResolvedValues<T> {
        ResolvedValues(of: self)
    }
}

/// What a type is resolved to, now and after every change: ``Container/values(of:)``.
///
/// Belongs to nobody: it may be passed around, and iterated several times at once.
public struct ResolvedValues<Element>: AsyncSequence, Sendable {
    private let container: WeakContainer

    init(of container: Container) { self.container = WeakContainer(container) }

    /// Begins with the current instance.
    ///
    /// - Returns: An iterator that follows from now on.
    public func makeAsyncIterator() -> Iterator { Iterator(container) }

    /// Follows what a type is resolved to.
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
        /// - Throws: ``ResolutionError`` if the instance cannot be made. It may be asked for the next
        ///   one all the same.
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
                    // Somebody was faster. That may go on for ever, so not too often.
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

// It remembers what it has seen.
@available(*, unavailable)
extension ResolvedValues.Iterator: Sendable {}

extension ResolutionError {
    /// Whether what was asked for is missing itself, and not something that it needs.
    var saysThatNothingIsRegistered: Bool { code == .missingBinding && entries.count == 1 }
}

/// Wakes those who wait for something to change: one task, or several that have copies of its iterator.
private final class Bell: Sendable {
    private let waiters = Locked<[CheckedContinuation<Void, Never>]>([])

    /// Wakes all who wait: each looks for itself whether it was meant.
    func ring() {
        var woken: [CheckedContinuation<Void, Never>] = []
        waiters.withLock { swap(&$0, &woken) }
        for waiter in woken { waiter.resume() }
    }

    /// Waits until it rings, or until the task is cancelled.
    ///
    /// - Parameter hasChanged: Whether there is nothing to wait for. Whoever changes that rings
    ///   afterwards, so nothing is missed between asking and waiting. Runs under the bell's lock.
    func wait(unless hasChanged: () -> Bool) async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { waiter in
                let isWaiting = waiters.withLock { waiters in
                    // Who cancels has said so before it rings, too.
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
