// SPDX-License-Identifier: MIT

import MortiseGraph
import Synchronization

/// Where a request comes from: the frame that asks, the container that it asks, and the thread.
struct Caller {
    /// The factory or the step that asks; `nil` outside of both.
    let frame: FramePointer?
    /// The table of the asked container, as the session sees it.
    private(set) var view: Table
    let thread: Thread
    /// How the tags of its requests are looked up.
    private(set) var tagRule = Dependency.TagRule.exact
    /// The container that was asked for the key, in an attempt; `view` may belong to one linked
    /// with it.
    // Kept alive as long as `view` is.
    private(set) var firstAsked: Unmanaged<Container>?

    init(_ frame: FramePointer?, _ view: Table, _ thread: Thread) {
        self.frame = frame
        self.view = view
        self.thread = thread
    }

    /// Makes the caller of a factory or a step that asks the container that it sees.
    init(_ frame: FramePointer) {
        self.init(frame, frame.pointee.table, frame.pointee.thread)
    }

    /// Makes the caller of the outermost request that runs on a thread.
    init(outermostOn thread: Thread) {
        self.init(nil, Table(word: thread.pointee.table.load(ordering: .relaxed)), thread)
    }

    /// This caller, with another rule for tags.
    func following(_ tagRule: Dependency.TagRule) -> Caller {
        var other = self
        other.tagRule = tagRule
        return other
    }

    /// The container that is asked.
    var asked: Container { view.owner.takeUnretainedValue() }

    /// This caller, asking another container.
    ///
    /// - Parameters:
    ///   - view: The table of that container.
    ///   - isByKey: Whether the key led to that container.
    /// - Returns: The caller that asks it.
    func asking(_ view: Table, byKey isByKey: Bool = false) -> Caller {
        var other = self
        other.view = view
        other.firstAsked = isByKey && thread.isInAttempt ? self.view.owner : nil
        return other
    }

    /// The table of a container: the one that the session sees, or the newest.
    func table(of container: Unmanaged<Container>, newest: Bool = false) -> Table {
        if !newest, container.toOpaque() == view.owner.toOpaque() { return view }
        return thread.session.table(of: container, thread: thread, newest: newest)
    }
}
