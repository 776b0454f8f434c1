// SPDX-License-Identifier: MIT

public import MortiseGraph

/// An event of a container's definition.
public struct ResolutionEvent: Sendable {
    /// The kind of an event.
    ///
    /// New kinds may appear in minor releases, so a `switch` needs a `default`.
    public enum Kind: Sendable {
        /// A factory is about to be called.
        case began
        /// The instance is complete, its steps included.
        ///
        /// `duration` is the time that it took, dependencies included.
        case made(duration: Duration)
        /// An existing instance was handed out.
        case reused
        /// A factory or a step threw.
        case failed(any Error)
        /// A cached instance was dropped: its definition was replaced, removed or reset.
        case dropped
        /// An overlay was created with a definition that is marked as replacing, and there is
        /// nothing to replace.
        case nothingToReplace
        /// The instance was disposed of: the container was closed, or nobody gets the instance.
        case disposed
        /// A disposer of the instance threw.
        case closeFailed(any Error)
    }

    /// The kind of the event.
    public let kind: Kind

    /// The definition's key.
    public let key: Key

    /// How long the definition's instances live.
    public let lifetime: Lifetime

    /// The source location of the definition.
    public let site: SourceSite?

    /// Whether it is about the instances of a decorator: what it wraps has events of its own.
    public let isDecorator: Bool

    /// The definition that made the request, or `nil` for the outermost request.
    public let requester: Key?

    /// The number of enclosing requests.
    public let depth: Int

    init(_ kind: Kind, _ slot: Slot, caller: FramePointer?, inside frame: AsyncFrame?) {
        self.kind = kind
        key = slot.key.key
        lifetime = slot.scope.lifetime
        site = slot.site
        isDecorator = slot.isWrapper
        requester = (caller?.slotObject ?? frame?.slot)?.key.key
        depth = (caller.map { Array($0.chain).count } ?? 0) + (frame?.depth ?? 0)
    }
}

/// The registration of an observer.
///
/// Cancelling or releasing the token ends the observation.
public final class ObservationToken: Sendable {
    private let container: WeakContainer
    private let number: Int

    init(_ container: Container, _ number: Int) {
        self.container = WeakContainer(container)
        self.number = number
    }

    deinit { cancel() }

    /// Ends the observation.
    ///
    /// An event that is being delivered on another thread may still arrive.
    public func cancel() {
        container.value?.removeObserver(number)
    }
}
