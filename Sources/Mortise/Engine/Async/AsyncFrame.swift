// SPDX-License-Identifier: MIT

import Synchronization

/// An asynchronous factory that runs, or a step of its instance.
final class AsyncFrame: Sendable {
    /// The innermost factory that the running task works for, for those who captured a container.
    @TaskLocal static var current: AsyncFrame?

    let slot: Slot
    /// The definitions on the way here, this one included.
    let entries: [ResolutionError.Entry]
    /// What the session keeps whose task runs it.
    let state: AsyncState
    /// The container that was asked, and the one whose view the factory has.
    let asked: Container
    let view: Container
    /// The tag that the instance was asked for with, if that is not the definition's own.
    let otherTag: TagBox?
    /// The factory around it.
    let parent: AsyncFrame?
    /// Whether it has returned, and the steps with it: a task that goes on is no part of it.
    let isOver = Atomic<Bool>(false)
    /// The properties to be filled that announced themselves in the factory.
    let announced = Locked<[any InjectableProperty]>([])

    init(
        _ slot: Slot,
        entries: [ResolutionError.Entry],
        state: AsyncState,
        asked: Container,
        view: Container,
        otherTag: TagBox?,
        parent: AsyncFrame?
    ) {
        self.slot = slot
        self.otherTag = otherTag
        self.entries = entries
        self.state = state
        self.asked = asked
        self.view = view
        self.parent = parent
    }

    /// How many factories there are, this one included.
    var depth: Int { 1 + (parent?.depth ?? 0) }

    /// Whether a factory without arguments runs inside itself, for the same container.
    func isInside(_ slot: Slot, for asked: Container) -> Bool {
        (self.slot === slot && view === asked && !isOver.load(ordering: .acquiring))
            || parent?.isInside(slot, for: asked) == true
    }

    /// The container whose view the running member's factory has, if it asks through another one.
    ///
    /// A member asks through its assembly's container: while it is made for its owner, that sees what
    /// the owner sees.
    static func home(of asked: Container) -> Container {
        var current = Self.current
        while let frame = current {
            if frame.asked === asked, frame.slot.kind == .member,
                !frame.isOver.load(ordering: .acquiring)
            {
                return frame.view
            }
            current = frame.parent
        }
        return asked
    }
}
