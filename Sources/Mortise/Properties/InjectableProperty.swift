// SPDX-License-Identifier: MIT

import CMortiseThread
import Synchronization

/// A property that the container fills which makes its owner, or adopts it.
///
/// ``Injected`` and ``InjectedWeak`` are two. Write your own as a class that announces itself:
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
/// A property belongs to the object or value that stores it: as a property of its own, inherited, or
/// in a struct, a tuple or an optional that it stores. What lies outside of its memory has properties
/// of its own: an object in between, a large value behind a protocol, an indirect case.
///
/// Only what a factory makes has its properties filled, and what is adopted: not what a step makes by
/// hand, nor the conversion of a forwarded type.
public protocol InjectableProperty: AnyObject {
    /// Fills the property.
    ///
    /// Runs after the factory and before the injection steps of the definition, on the thread that
    /// resolves, outside all locks; once for each owner that is made or adopted, and again from its
    /// beginning if what it asks for is still in its factory. Properties are filled in this order:
    /// those of the nearest superclass, of that one's superclass and so on, then the owner's own,
    /// each in the order written.
    ///
    /// - Parameter resolver: That of the owner's definition. Resolving with ``InheritedTag/inherited``
    ///   passes on the tag that the owner was asked for with.
    /// - Throws: Whatever is wrong; the resolve fails with it. What is not a ``ResolutionError`` becomes
    ///   the ``ResolutionError/underlying`` of one with code `injection-failed`.
    func inject(from resolver: inout Resolver) throws
}

extension InjectableProperty {
    /// Tells the factory that is running on this thread that there is such a property.
    ///
    /// Call it once, as the last thing in the initializer. Where no factory runs, as in a step, nothing
    /// happens: then it is filled when its owner is adopted.
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
    /// The record of the running thread, if it has resolved anything before.
    static var known: Thread? { mortise_thread_find()?.assumingMemoryBound(to: ThreadRecord.self) }
}

extension UnsafeMutablePointer<Frame> {
    /// Notes a property that announces itself, if the factory of this frame runs.
    fileprivate func announce(_ property: any InjectableProperty) {
        // What is converted was completed already.
        guard slotObject.kind != .forwarding else { return }
        let thread = pointee.thread
        if heedsProperties {
            // Either it is not the first, or no factory runs.
            guard thread.pointee.announced.firstIndex(of: self) != nil else { return }
        } else {
            pointee.note |= FrameFlags.heedsProperties
        }
        thread.pointee.announced.append(property, in: self)
    }
}

extension Slot {
    /// Whether the container fills properties of what the definition makes.
    var injectsProperties: Bool {
        definition.existingDetails?.injectsProperties ?? definition.owner.injectsProperties
    }

    /// Instances may have properties to be filled: they take the slow path.
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

    /// Whether an instance was made that had properties to be filled.
    var hasProperties: Bool {
        definition.existingDetails?.hasProperties.load(ordering: .acquiring) == true
    }
}
