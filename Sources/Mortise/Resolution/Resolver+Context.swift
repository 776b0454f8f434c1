// SPDX-License-Identifier: MIT

public import MortiseGraph
import Synchronization

extension Resolver {
    /// The request that a factory or a step serves: the type, the tag, and the dependent type.
    ///
    /// ```swift
    /// container.register { resolver in
    ///     Logger(label: "\(resolver.context.injectedInType ?? App.self)")
    /// }
    /// ```
    ///
    /// Costs nothing unless it is read.
    public struct Context: Sendable {
        /// Its tag is not always the requested one.
        private let key: KeyWords
        /// The requested type, which may be a forwarded one.
        public var requestedType: Any.Type { key.metatype }
        /// The type of the requested run-time arguments: a tuple for several, `Void` for none.
        package var argumentsType: Any.Type { key.argumentsMetatype ?? Void.self }
        /// The requested tag, even if the untagged definition was found.
        public let tag: DefinitionTag?
        /// The type that the dependent definition was registered or requested as; `nil` if the program
        /// itself resolves.
        public let injectedInType: Any.Type?
        /// The property that is being filled, as reflection names it: with a wrapper's underscore.
        package let injectedInLabel: String?

        /// The auto-injected property of the dependent instance that is being filled, if any.
        public var injectedInProperty: String? { injectedInLabel?.withoutWrapper }

        init(_ frame: FramePointer) {
            let first = frame.beforeForwarding
            key = first.slotObject.key
            tag = first.requestedTag
            guard let caller = first.pointee.caller else {
                let around = frame.pointee.thread.task?.frame
                // A step of an instance that is made asynchronously belongs to that instance.
                let isStep = first.isInStep && around?.slot === first.slotObject
                let origin = around.map(Resolver.Context.init)
                injectedInType = isStep ? origin?.injectedInType : around?.madeKey.metatype
                injectedInLabel = isStep ? origin?.injectedInLabel : nil
                return
            }
            injectedInType = caller.beforeForwarding.slotObject.key.metatype
            injectedInLabel = caller.propertyLabel
        }

        /// Creates the context of an asynchronous factory.
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
}

extension Resolver.Context: CustomStringConvertible {
    /// The requested key and the dependent type.
    public var description: String {
        let key = Key(TypeName(of: requestedType), tag: tag)
        guard let injectedInType else { return "\(key)" }
        let property = injectedInProperty.map { ".\($0)" } ?? ""
        return "\(key) for \(TypeName(of: injectedInType))\(property)"
    }
}

extension AsyncResolver {
    /// The request that this factory's own instance is made for.
    ///
    /// A kept instance is made for the first request.
    public var context: Resolver.Context { Resolver.Context(frame) }
}

extension Resolver {
    /// The request that this factory's own instance is made for.
    public var context: Resolver.Context { Resolver.Context(frame) }

    /// The auto-injected property of this step's own instance that is being filled, as reflection
    /// names it.
    package var propertyLabel: String? { frame.propertyLabel }
}

extension Container {
    /// The context of the innermost factory or step that runs on this thread or in this task, if
    /// any.
    package static var context: Resolver.Context? {
        if let frame = ThreadRecord.known?.pointee.frame { return Resolver.Context(frame) }
        guard let frame = AsyncFrame.current, !frame.isOver.load(ordering: .acquiring) else {
            return nil
        }
        return Resolver.Context(frame)
    }
}

extension AsyncFrame {
    /// The index on the path of the requested type, which may be forwarded to the frame's own.
    fileprivate var position: Int { entries.beforeForwarding(entries.count - 1) }

    /// The key that the frame's own instance is requested by.
    fileprivate var madeKey: KeyWords { entries.isEmpty ? slot.key : entries[position].key }
}

extension [ResolutionError.Entry] {
    /// The index of the requested type that is forwarded to the type at an index.
    fileprivate func beforeForwarding(_ position: Int) -> Int {
        indices.last { $0 <= position && self[$0].relation != .forwards } ?? 0
    }
}

extension UnsafeMutablePointer<Frame> {
    /// The frame of the requested type that is forwarded to this one's.
    fileprivate var beforeForwarding: FramePointer {
        var frame = self
        while let caller = frame.pointee.caller, caller.slotObject.kind == .forwarding {
            frame = caller
        }
        return frame
    }
}
