// SPDX-License-Identifier: MIT

public import MortiseGraph

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
        let caller = first.pointee.caller
        injectedInType = caller?.beforeForwarding.slotObject.key.metatype
        label = caller?.propertyLabel
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
        ThreadRecord.known?.pointee.frame.map(ResolutionContext.init)
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
