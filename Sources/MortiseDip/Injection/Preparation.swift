// SPDX-License-Identifier: MIT

public import Mortise
public import Synchronization

/// Finds out, inside the factory, how an instance takes part in its own resolution.
///
/// An instance may conform to ``Resolvable``, store custom boxes, or have properties that did not register
/// themselves in the factory because it existed before. Costs one comparison for an instance of the type that
/// was seen last, if that has nothing of the kind.
@usableFromInline final class Preparation<T>: Sendable {
    typealias Step = @Sendable (inout Resolver, T) throws -> Void

    @usableFromInline let plainType = Atomic<UInt>(0)
    /// The type that was seen last, and ``Seen``.
    private let seenType = Atomic<UInt>(0)
    /// The number of its properties and the type they belong to: ``Seen/word(of:_:)``.
    private let seenProperties = Atomic<UInt>(0)
    private let home: DependencyContainer.Home
    /// Completes instances that are made after the first one.
    private let late = Locked<Step?>(nil)
    /// Whether it sees the instances: not where a type forwards to another definition.
    let isUsed: Bool

    init(_ container: DependencyContainer, isUsed: Bool = true) {
        home = container.home
        self.isUsed = isUsed
    }

    /// Completes all instances that are made from now on, after property injection, or before it by Dip 4's
    /// rules.
    func complete(by step: @escaping Step) {
        late.withLock {
            $0 = step
            plainType.store(0, ordering: .relaxed)
            see(0)
        }
    }

    @inlinable @inline(__always) func prepare(_ instance: T) {
        let type = UInt(bitPattern: ObjectIdentifier(dynamicType(of: instance)))
        if plainType.load(ordering: .relaxed) != type { prepare(instance, of: type) }
    }

    @inlinable @inline(__always) func prepared(_ instance: T) -> T {
        prepare(instance)
        return instance
    }

    @usableFromInline @inline(never) func prepare(_ instance: T, of type: UInt) {
        let seen = seenType.load(ordering: .relaxed)
        let announcesItself =
            seen & ~Seen.flags == type
            && (seen & Seen.properties == 0
                || seenProperties.load(ordering: .relaxed)
                    == Seen.word(of: type, Container.announcedProperties))
        if announcesItself, seen & Seen.plain != 0 { return }
        let home = self.home
        let resolvable = instance as? any Resolvable
        if let resolvable {
            Preparing(.first) { _ in resolvable.resolveDependencies(home.current) }.announce()
        }
        let boxes = Boxes(in: instance)
        for (label, box, successor) in boxes.all {
            Preparing(.amongProperties(before: successor), label) { resolver in
                let container = home.current
                do {
                    try box.resolve(container)
                } catch {
                    throw resolver.explained(error) {
                        DipError.wiringFailed(T.self, $0, in: container)
                    }
                }
            }.announce()
        }
        let properties =
            announcesItself ? nil : Container.announceProperties(in: boxes.children)
        let step = late.withLock { step in
            let isPlain =
                step == nil && resolvable == nil && boxes.all.isEmpty && !boxes.mayBeMore
            switch properties {
            case .none: break
            case .nothing where isPlain: plainType.store(type, ordering: .relaxed)
            case .nothing: see(type)
            case .known(let count):
                seenProperties.store(Seen.word(of: type, count), ordering: .relaxed)
                see(type | Seen.properties | (isPlain ? Seen.plain : 0))
            case .unknown: seenType.store(Seen.nothing, ordering: .relaxed)
            }
            return step
        }
        if let step {
            // A block is the same, early or late.
            let moment: UnstoredMoment = home.rules == .dip4 ? .first : .last
            Preparing(moment) { try step(&$0, instance) }.announce()
        }
    }

    /// Facts about the type that was seen last, stored beside its address.
    private enum Seen {
        /// It has properties, which registered themselves.
        static var properties: UInt { 1 }
        /// It has nothing else to look for.
        static var plain: UInt { 2 }
        static var flags: UInt { 3 }
        /// A number that differs for any other address or count.
        static func word(of type: UInt, _ count: Int) -> UInt {
            type &+ UInt(bitPattern: count)
                &* UInt(truncatingIfNeeded: 0x9E37_79B9_7F4A_7C15 as UInt64)
        }

        /// No type: one had properties that did not register themselves, so every instance is inspected.
        static var nothing: UInt { .max }
    }

    private func see(_ type: UInt) {
        guard seenType.load(ordering: .relaxed) != Seen.nothing else { return }
        seenType.store(type, ordering: .relaxed)
    }
}

/// A step that runs before an instance's own properties are injected, or between them.
private final class Preparing: UnstoredProperty {
    let moment: UnstoredMoment
    let label: String?
    private let body: (inout Resolver) throws -> Void

    init(
        _ moment: UnstoredMoment,
        _ label: String? = nil,
        _ body: @escaping (inout Resolver) throws -> Void
    ) {
        self.moment = moment
        self.label = label
        self.body = body
    }

    func inject(from resolver: inout Resolver) throws { try body(&resolver) }
}

/// The custom boxes that an instance stores, inherited ones first.
private struct Boxes {
    /// Each box with the property that is injected after it.
    private(set) var all:
        [(label: String?, box: any AutoInjectedPropertyBox, successor: (any InjectableProperty)?)] =
            []
    /// Whether other instances of the type may have custom boxes.
    private(set) var mayBeMore = false
    /// The stored properties of the instance.
    private(set) var children: [Mirror.Child] = []

    init<T>(in instance: T) {
        let own = Mirror(reflecting: instance)
        let inherited = sequence(state: own) { mirror -> Mirror? in
            guard let next = mirror.superclassMirror else { return nil }
            mirror = next
            return next
        }
        for mirror in Array(inherited) + [own] {
            for child in mirror.children {
                take(child)
                children.append(child)
            }
        }
    }

    private mutating func take(_ child: Mirror.Child) {
        if let holder = child.value as? any PropertyHolder {
            for index in all.indices where all[index].successor == nil {
                all[index].successor = holder.property
            }
        } else if let box = child.value as? any AutoInjectedPropertyBox {
            all.append((child.label, box, nil))
        } else if let type = type(of: child.value) as? any OptionalType.Type {
            mayBeMore = mayBeMore || type.mayHoldBox
        }
    }
}

private protocol OptionalType {
    /// Whether its type allows a custom box.
    static var mayHoldBox: Bool { get }
}

extension Optional: OptionalType {
    fileprivate static var mayHoldBox: Bool {
        Wrapped.self == (any AutoInjectedPropertyBox).self
            || (Wrapped.self is any AutoInjectedPropertyBox.Type
                && !(Wrapped.self is any PropertyHolder.Type))
    }
}
