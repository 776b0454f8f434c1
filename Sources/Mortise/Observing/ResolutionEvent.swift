// SPDX-License-Identifier: MIT

public import MortiseGraph

/// Something that happened while a container resolved.
public struct ResolutionEvent: Sendable {
    /// What happened.
    ///
    /// New kinds may appear in minor releases, so a `switch` needs a `default`.
    public enum Kind: Sendable {
        /// A factory is about to be called.
        case began
        /// The instance is there, its steps included.
        ///
        /// `duration` is what that took, with everything it needed.
        case made(duration: Duration)
        /// An instance that existed already was handed out.
        case reused
        /// A factory or a step threw.
        case failed(any Error)
        /// A cached instance was dropped: its definition was replaced or removed.
        case dropped
        /// The container was closed, and the instance disposed of.
        case disposed
        /// The container was closed, and a disposer of the instance threw.
        case closeFailed(any Error)
    }

    /// What happened.
    public let kind: Kind

    /// The definition it happened to.
    public let key: Key

    /// How long the definition's instances live.
    public let lifetime: Lifetime

    /// Where the definition was written.
    public let site: SourceSite?

    /// The definition that asked, or `nil` for the outermost request.
    public let requester: Key?

    /// How many requests are around this one.
    public let depth: Int

    init(_ kind: Kind, _ slot: Slot, caller: FramePointer?, inside frame: AsyncFrame?) {
        self.kind = kind
        key = slot.key.key
        lifetime = slot.scope.lifetime
        site = slot.site
        requester = (caller?.slotObject ?? frame?.slot)?.key.key
        depth = (caller.map { Array($0.chain).count } ?? 0) + (frame?.depth ?? 0)
    }
}

/// Stands for a observer.
///
/// Cancelling it, or letting go of it, ends the listening.
public final class ObservationToken: Sendable {
    private let container: WeakContainer
    private let number: Int

    init(_ container: Container, _ number: Int) {
        self.container = WeakContainer(container)
        self.number = number
    }

    deinit { cancel() }

    /// Ends the listening.
    ///
    /// An event that is being delivered on another thread may still arrive.
    public func cancel() {
        container.value?.removeObserver(number)
    }
}
