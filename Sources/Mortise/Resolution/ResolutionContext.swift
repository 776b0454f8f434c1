// SPDX-License-Identifier: MIT

public import MortiseGraph
import Synchronization

/// What a factory or a step is asked for, and by whom.
///
/// ```swift
/// container.register { resolver in
///     Logger(label: "\(resolver.context.injectedInType ?? App.self)")
/// }
/// ```
///
/// Costs nothing unless somebody asks for it.
public struct ResolutionContext: Sendable {
    /// What was asked for: the forwarded type, where one was.
    public let requestedType: Any.Type
    /// The tag it was asked for with, also where the untagged definition was found.
    public let tag: Tag?
    /// What the definition was registered as, or asked for as, that asks; `nil` if nobody does but
    /// the program itself.
    public let injectedInType: Any.Type?
    let label: String?

    /// The property that is being filled, if it is for one of the auto-injected properties of who asks.
    public var injectedInProperty: String? { label?.withoutWrapper }

    /// The same as reflection calls it: with the underscore that a wrapper gives it.
    package var injectedInLabel: String? { label }

    init(_ frame: FramePointer) {
        let first = frame.beforeForwarding
        requestedType = first.slotObject.key.metatype
        tag = first.requestedTag
        guard let caller = first.pointee.caller else {
            let around = frame.pointee.thread.pointee.asyncSession?.takeUnretainedValue().frame
            // A step of what is made asynchronously is that one's own.
            let isStep = first.isInStep && around?.slot === first.slotObject
            let origin = around.map(ResolutionContext.init)
            injectedInType = isStep ? origin?.injectedInType : around?.madeType
            label = isStep ? origin?.label : nil
            return
        }
        injectedInType = caller.beforeForwarding.slotObject.key.metatype
        label = caller.propertyLabel
    }

    /// That of an asynchronous factory.
    init(_ frame: AsyncFrame) {
        let entries = frame.entries
        let first = frame.position
        let entry = entries.indices.contains(first) ? entries[first] : nil
        requestedType = frame.madeType
        let own = frame.otherTag?.tag ?? frame.slot.tag
        tag = first == entries.count - 1 ? own : entry?.key.tag ?? own
        injectedInType =
            first > 0
            ? entries[entries.beforeForwarding(first - 1)].key.metatype : nil
        label = entry?.label
    }
}

extension ResolutionContext: CustomStringConvertible {
    /// What is asked for, and for whom.
    public var description: String {
        let key = Key(TypeName(of: requestedType), tag: tag)
        guard let injectedInType else { return "\(key)" }
        let property = injectedInProperty.map { ".\($0)" } ?? ""
        return "\(key) for \(TypeName(of: injectedInType))\(property)"
    }
}

extension AsyncResolver {
    /// What this factory's own instance is asked for as, with which tag and by whom.
    ///
    /// An instance that is kept is made for whoever asked first.
    public var context: ResolutionContext { ResolutionContext(frame) }
}

extension Resolver {
    /// What this factory's own instance is asked for as, with which tag and by whom.
    public var context: ResolutionContext { ResolutionContext(frame) }

    /// The auto-injected property of this step's own instance that is being filled, as reflection
    /// calls it.
    package var propertyLabel: String? { frame.propertyLabel }
}

extension Container {
    /// What is being made on this thread, for whom: that of the innermost factory or step, if one runs.
    package static var context: ResolutionContext? {
        if let frame = ThreadRecord.known?.pointee.frame { return ResolutionContext(frame) }
        guard let frame = AsyncFrame.current, !frame.isOver.load(ordering: .acquiring) else {
            return nil
        }
        return ResolutionContext(frame)
    }
}

extension AsyncFrame {
    /// Where on the way here is what was asked for, where that is forwarded to the frame's own.
    fileprivate var position: Int { entries.beforeForwarding(entries.count - 1) }

    /// What the frame's own instance is asked for as.
    fileprivate var madeType: Any.Type {
        entries.isEmpty ? slot.key.metatype : entries[position].key.metatype
    }
}

extension [ResolutionError.Entry] {
    /// The position of the type that was asked for, where that is forwarded to the one at a position.
    fileprivate func beforeForwarding(_ position: Int) -> Int {
        indices.last { $0 <= position && self[$0].relation != .forwards } ?? 0
    }
}

extension UnsafeMutablePointer<Frame> {
    /// The frame of the type that was asked for, where that is forwarded to this one's.
    fileprivate var beforeForwarding: FramePointer {
        var frame = self
        while let caller = frame.pointee.caller, caller.slotObject.kind == .forwarding {
            frame = caller
        }
        return frame
    }
}
