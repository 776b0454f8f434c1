// SPDX-License-Identifier: MIT

public import Mortise
public import Synchronization

/// Finds out, inside the factory, whether an instance takes part in its own resolving, or stores boxes of
/// the user's own: both cannot announce themselves.
///
/// Costs a comparison for instances of the type that the definition made last, and had neither.
@usableFromInline final class Preparation<T>: Sendable {
    @usableFromInline let plainType = Atomic<UInt>(0)
    private let home: DependencyContainer.Home

    @usableFromInline init(_ container: DependencyContainer) { home = container.home }

    @inlinable @inline(__always) func prepare(_ instance: T) {
        let type = UInt(bitPattern: ObjectIdentifier(dynamicType(of: instance)))
        if plainType.load(ordering: .relaxed) != type { prepare(instance, of: type) }
    }

    @inlinable @inline(__always) func prepared(_ instance: T) -> T {
        prepare(instance)
        return instance
    }

    @usableFromInline @inline(never) func prepare(_ instance: T, of type: UInt) {
        let home = self.home
        let resolvable = instance as? any Resolvable
        if let resolvable {
            Preparing(isProperty: false) { resolvable.resolveDependencies(home.current) }.announce()
        }
        let boxes = Boxes(in: instance)
        if !boxes.isEmpty {
            Preparing(isProperty: true) { try boxes.resolve(home.current) }.announce()
        }
        if resolvable == nil, boxes.isEmpty { plainType.store(type, ordering: .relaxed) }
    }
}

/// What is done with an instance before its own properties are injected.
private final class Preparing: UnstoredProperty {
    let isProperty: Bool
    private let body: () throws -> Void

    init(isProperty: Bool, _ body: @escaping () throws -> Void) {
        self.isProperty = isProperty
        self.body = body
    }

    func inject(from resolver: inout Resolver) throws { try body() }
}

/// The boxes of the user's own that an instance stores, inherited ones first (D-64, D-69).
private struct Boxes {
    private var all: [(label: String?, box: any AutoInjectedPropertyBox)] = []

    var isEmpty: Bool { all.isEmpty }

    init<T>(in instance: T) {
        let own = Mirror(reflecting: instance)
        let inherited = sequence(state: own) { mirror -> Mirror? in
            guard let next = mirror.superclassMirror else { return nil }
            mirror = next
            return next
        }
        for mirror in Array(inherited) + [own] {
            for child in mirror.children {
                guard let box = child.value as? any AutoInjectedPropertyBox,
                    !(child.value is any PropertyHolder)
                else { continue }
                all.append((child.label, box))
            }
        }
    }

    func resolve(_ container: DependencyContainer) throws {
        for (label, box) in all {
            do {
                try box.resolve(container)
            } catch let error as DipError {
                throw DipError.autoInjectionFailed(
                    label: label,
                    type: type(of: box).wrappedType,
                    underlyingError: error
                )
            }
        }
    }
}
