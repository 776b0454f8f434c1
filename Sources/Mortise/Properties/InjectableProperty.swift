// SPDX-License-Identifier: MIT

import CMortiseThread
import Synchronization

/// A property that the container fills when it makes or adopts the owner.
///
/// ``Injected`` and ``InjectedWeak`` are injectable properties. Write your own as a class that
/// announces itself:
///
/// ```swift
/// @propertyWrapper final class Counted<Value>: InjectableProperty {
///     private var value: Value?
///     var wrappedValue: Value { value! }
///
///     init() { announce() }
///
///     func inject(from resolver: inout Resolver) throws {
///         value = try resolver.resolve()
///         Statistics.add()
///     }
/// }
/// ```
///
/// A property belongs to the object or value that stores it: directly, by inheritance, or in a
/// stored struct, tuple or optional. Storage outside of the owner's memory has properties of its
/// own: an intermediate object, a large value behind a protocol, an indirect case.
///
/// The container fills the properties of instances that a factory makes and of adopted objects. It
/// does not fill those of instances made by hand in a step, or by the conversion of a forwarded
/// type.
public protocol InjectableProperty: AnyObject {
    /// Fills the property.
    ///
    /// Runs after the factory and before the injection steps of the definition, on the thread that
    /// resolves, outside all locks. It runs once for each owner that is made or adopted, and again
    /// from its beginning if an instance that it requests is still in its factory. Properties are
    /// filled in this order: those of the nearest superclass, those of its superclass and so on,
    /// then the owner's own, each in declaration order.
    ///
    /// - Parameter resolver: The resolver of the owner's definition. Resolving with
    ///   ``RequestTag/inherited`` passes on the tag that the owner was requested with.
    /// - Throws: Any error; the resolve fails with it. An error that is not a ``ResolutionError``
    ///   becomes the ``ResolutionError/underlying`` of one with code `injection-failed`.
    func inject(from resolver: inout Resolver) throws
}

extension InjectableProperty {
    /// Announces the property to the factory that is running on this thread.
    ///
    /// Call it once, at the end of the initializer. Without a running factory, as in a step, it
    /// does nothing: the property is filled when its owner is adopted.
    public func announce() {
        guard let thread = ThreadRecord.known, let frame = thread.pointee.frame else {
            if let frame = AsyncFrame.current, !frame.isOver.load(ordering: .acquiring) {
                frame.announced.withLock { $0.append(self) }
            }
            return
        }
        frame.announce(self)
    }
}

extension ThreadRecord {
    /// The record of the running thread, or `nil` if it has not resolved anything yet.
    static var known: Thread? { mortise_thread_find()?.assumingMemoryBound(to: ThreadRecord.self) }
}

extension UnsafeMutablePointer<Frame> {
    /// Records a property that announces itself, if the factory of this frame runs.
    fileprivate func announce(_ property: any InjectableProperty) {
        // A forwarded instance is already complete.
        guard slotObject.kind != .forwarding else { return }
        let thread = pointee.thread
        if heedsProperties {
            // The frame has announced properties before, or its factory does not run.
            guard thread.pointee.announced.firstIndex(of: self) != nil else { return }
        } else {
            pointee.note |= FrameFlags.heedsProperties
        }
        thread.pointee.announced.append(property, in: self)
    }
}

extension Slot {
    /// Whether the container fills the properties of this definition's instances.
    var injectsProperties: Bool {
        definition.existingDetails?.injectsProperties ?? definition.owner.injectsProperties
    }

    /// Marks the definition as one with properties: its instances take the slow path.
    func expectProperties() {
        let slot = definition
        slot.details.hasProperties.store(true, ordering: .releasing)
        if slot !== self { details.hasProperties.store(true, ordering: .releasing) }
        for slot in [self, slot] {
            slot.owner.state.withLock { _ in
                slot.keepSealed()
                slot.transition(.obstructed)
            }
            slot.existingDetails?.isPlain.store(false, ordering: .releasing)
        }
    }

    /// Whether the definition has made an instance with properties to fill.
    var hasProperties: Bool {
        definition.existingDetails?.hasProperties.load(ordering: .acquiring) == true
    }
}
