// SPDX-License-Identifier: MIT

import MortiseGraph
import Synchronization

/// A running asynchronous factory, or a running step of its instance.
final class AsyncFrame: Sendable {
    /// The innermost factory that the running task works for; read if user code captured a
    /// container.
    @TaskLocal static var current: AsyncFrame?

    let slot: Slot
    /// The definitions on the path to the instance, its own included.
    let entries: [ResolutionError.Entry]
    /// The state of the session whose task runs the factory.
    let state: AsyncState
    /// The container that was asked; `view` is the container that the factory sees.
    let asked: Container
    let view: Container
    /// The requested tag, if that is not the definition's own.
    let otherTag: TagBox?
    /// The enclosing factory.
    let parent: AsyncFrame?
    /// The number of the innermost observed build that it belongs to.
    let build: UInt64?
    /// Whether the factory and the steps are over: a task that goes on is no part of them.
    let isOver = Atomic<Bool>(false)
    /// The properties that announced themselves in the factory.
    let announced = Locked<[any InjectableProperty]>([])

    init(
        _ slot: Slot,
        entries: [ResolutionError.Entry],
        state: AsyncState,
        asked: Container,
        view: Container,
        otherTag: TagBox?,
        build: UInt64?,
        parent: AsyncFrame?
    ) {
        self.slot = slot
        self.otherTag = otherTag
        self.entries = entries
        self.state = state
        self.asked = asked
        self.view = view
        self.build = build
        self.parent = parent
    }

    /// The tag that the factory's instance was requested with.
    var requestedTag: DefinitionTag? { otherTag?.tag ?? slot.tag }

    /// The number of nested factories, this one included.
    var depth: Int { 1 + (parent?.depth ?? 0) }

    /// Whether a definition is being made here or in an ancestor, for the same container.
    func isInside(_ slot: Slot, for asked: Container) -> Bool {
        (self.slot === slot && view === asked && !isOver.load(ordering: .acquiring))
            || parent?.isInside(slot, for: asked) == true
    }

    /// The container to search when a container is asked inside the running factories.
    ///
    /// A member asks through its assembly's container. While the member is made for its owner, the
    /// search goes to what the owner sees.
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
