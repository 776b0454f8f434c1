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
    /// Its tag is not always the one that was asked for.
    private let key: KeyWords
    /// What was asked for: the forwarded type, where one was.
    public var requestedType: Any.Type { key.metatype }
    /// The type of the run-time arguments that it was asked for with: a tuple of several, `Void` for none.
    package var argumentsType: Any.Type { key.argumentsMetatype ?? Void.self }
    /// The tag it was asked for with, also where the untagged definition was found.
    public let tag: DefinitionTag?
    /// What the definition was registered as, or asked for as, that asks; `nil` if nobody does but
    /// the program itself.
    public let injectedInType: Any.Type?
    /// The property that is being filled as reflection calls it: with the underscore that a wrapper gives it.
    package let injectedInLabel: String?

    /// The property that is being filled, if it is for one of the auto-injected properties of who asks.
    public var injectedInProperty: String? { injectedInLabel?.withoutWrapper }

    init(_ frame: FramePointer) {
        let first = frame.beforeForwarding
        key = first.slotObject.key
        tag = first.requestedTag
        guard let caller = first.pointee.caller else {
            let around = frame.pointee.thread.task?.frame
            // A step of what is made asynchronously is that one's own.
            let isStep = first.isInStep && around?.slot === first.slotObject
            let origin = around.map(ResolutionContext.init)
            injectedInType = isStep ? origin?.injectedInType : around?.madeKey.metatype
            injectedInLabel = isStep ? origin?.injectedInLabel : nil
            return
        }
        injectedInType = caller.beforeForwarding.slotObject.key.metatype
        injectedInLabel = caller.propertyLabel
    }

    /// That of an asynchronous factory.
    init(_ frame: AsyncFrame) {
        let entries = frame.entries
        let first = frame.position
        let entry = entries.indices.contains(first) ? entries[first] : nil
        key = frame.madeKey
        let own = frame.otherTag?.tag ?? frame.slot.tag
        tag = first == entries.count - 1 ? own : entry?.key.tag ?? own
        injectedInType =
            first > 0
            ? entries[entries.beforeForwarding(first - 1)].key.metatype : nil
        injectedInLabel = entry?.label
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
    fileprivate var madeKey: KeyWords { entries.isEmpty ? slot.key : entries[position].key }
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
