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
/// in a struct that it stores. One that an object in between stores is that object's.
///
/// A definition finds out with the first instance it makes that there are such properties. Where a
/// later instance is the first to have one, that property is filled while its owner is being
/// initialised, and so takes part in no cycle.
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
    /// Call it once, as the last thing in the initializer. Where no factory runs nothing happens: then
    /// it is filled when its owner is adopted.
    public func announce() {
        guard let thread = ThreadRecord.known, let frame = thread.pointee.frame else {
            if let frame = AsyncFrame.current, !frame.isOver.load(ordering: .acquiring) {
                frame.announced.withLock { $0.append(self) }
            }
            return
        }
        if thread.pointee.collector == frame {
            thread.announced.append((frame, self))
        } else {
            frame.injectAtOnce(self)
        }
    }
}

extension ThreadRecord {
    /// The record of the running thread, if it has resolved anything before.
    static var known: Thread? { mortise_thread_find()?.assumingMemoryBound(to: ThreadRecord.self) }
}

extension UnsafeMutablePointer<Frame> {
    /// Fills a property that nobody expected.
    fileprivate func injectAtOnce(_ property: any InjectableProperty) {
        // From now on somebody does.
        slotObject.expectProperties()
        guard injectsProperties else { return }
        var resolver = Resolver(self)
        // Who reads a property that could not be filled hears of it.
        try? property.inject(from: &resolver)
    }

    /// Whether the container fills properties of what this frame makes.
    var injectsProperties: Bool {
        let slot = slotObject.definition
        return slot.existingDetails?.injectsProperties ?? slot.owner.injectsProperties
    }
}

extension Slot {
    /// Instances may have properties to be filled: they take the special path.
    func expectProperties() {
        let slot = definition
        slot.details.hasProperties.store(true, ordering: .releasing)
        if slot !== self { details.hasProperties.store(true, ordering: .releasing) }
        for slot in [self, slot] {
            slot.owner.state.withLock { _ in
                let hot = slot.hot.load(ordering: .relaxed)
                guard hot == Hot.unique || hot == Hot.shared else { return }
                slot.keepSealed()
                slot.hot.store(Hot.special, ordering: .releasing)
            }
            slot.existingDetails?.isPlain.store(false, ordering: .releasing)
        }
    }

    /// Whether an instance was made that had properties to be filled.
    var hasProperties: Bool {
        definition.existingDetails?.hasProperties.load(ordering: .acquiring) == true
    }
}
