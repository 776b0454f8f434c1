// SPDX-License-Identifier: MIT

import MortiseGraph
import Synchronization

// A decorator wraps what answers its type. For each definition that it wraps there is a slot of its
// own, the *wrapper*, with the scope of that definition: it keeps the wrapped instance as long as
// the definition's scope keeps the original, which exists once. Where a container has decorators,
// its table leads to the wrappers of its own definitions; those of the containers that it searches
// next are wrapped when they are found.

/// The factory of a wrapper, for the definition that is wrapped and the type of its run-time
/// arguments, if there are any.
typealias WrapperFactory = @Sendable (_ inner: Slot, _ arguments: Any.Type?) -> ErasedFactory

extension Slot {
    /// The factory of the wrappers of a synchronous decorator.
    ///
    /// A closure and not a method, so that programs without decorators do without it.
    static func wrapperFactory<T>(
        _ wrap: @escaping @Sendable (T, inout Resolver) throws -> T
    ) -> WrapperFactory {
        { inner, arguments in
            guard let arguments else {
                return ErasedFactory(Factory<T> { try $0.wrapped(inner, wrap) })
            }
            func open<Arguments>(_: Arguments.Type) -> ErasedFactory {
                ErasedFactory(
                    ArgumentFactory<Arguments, T> { resolver, arguments in
                        let request = Request(
                            T.self,
                            tag: resolver.frame.requestedTag ?? inner.tag,
                            Caller(resolver.frame),
                            ArgumentMaker(arguments)
                        )
                        return try resolver.wrapped(request.resolve(inner), of: inner, wrap)
                    }
                )
            }
            return _openExistential(arguments, do: open)
        }
    }
}

/// Marks the key of a decorator, which answers no request.
private enum Decorating {}

extension KeyWords {
    /// The key of the decorators of a type, and of a tag if they have one.
    static func decorating(_ type: Any.Type, tag: DefinitionTag?) -> KeyWords {
        KeyWords(type, arguments: Decorating.self, tag: tag)
    }
}

extension Slot {
    /// A slot that wraps the instances of a definition.
    fileprivate static func wrapper(
        of inner: Slot,
        by decorator: Slot,
        _ wrap: WrapperFactory
    ) -> Slot {
        let details = Details()
        details.decorated = inner
        details.decorator = decorator
        let wrapper = Slot(
            inner.key,
            inner.keepingScope,
            lane: decorator.lane == .sync && inner.lane.isMainActor ? inner.lane : decorator.lane,
            owner: decorator.owner,
            factory: wrap(inner, inner.key.argumentsMetatype),
            file: decorator.file,
            line: decorator.line,
            details: details
        )
        // No other thread has it yet.
        wrapper.isPublished = true
        return wrapper
    }

    /// The scope that keeps its instances: that of the definition that it forwards to.
    var keepingScope: EngineScope {
        guard kind == .forwarding else { return kind == .provided ? .singleton : scope }
        return existingDetails?.forwarder?.source?.keepingScope ?? scope
    }

    /// The key that the graph shows: that of a decorator says what it wraps.
    var nodeKey: Key { (kind == .decorator ? key.withoutArguments : key).key }

    /// Whether it wraps the instances of another definition.
    var isWrapper: Bool { definitionDetails { $0?.decorator != nil } }

    /// The definition inside all wrappers.
    var undecorated: Slot {
        var slot = self
        while let inner = slot.existingDetails?.decorated { slot = inner }
        return slot
    }

    /// Whether a decorator wraps its instances.
    fileprivate func isWrapped(by decorator: Slot) -> Bool {
        guard type == decorator.type, decorator.tag == nil || decorator.tag == tag else {
            return false
        }
        switch kind {
        case .factory, .leaf, .wired, .forwarding, .provided: return true
        default: return false
        }
    }
}

extension Container {
    /// Whether any container ever had a decorator.
    private static let areDecoratorsInUse = Atomic<Bool>(false)

    /// Notes that the container has decorators, which requests through its children look for.
    func noteDecorators() {
        hasDecorators.store(true, ordering: .releasing)
        Self.areDecoratorsInUse.store(true, ordering: .releasing)
    }

    /// A definition as this container's decorators wrap it.
    func wrapped(_ slot: Slot) -> Slot {
        guard hasDecorators.load(ordering: .acquiring) else { return slot }
        return state.withLock { $0.wrapped(slot) }
    }

    /// Whether decorators have to be looked for in enclosing containers.
    static var mayDecorate: Bool { areDecoratorsInUse.load(ordering: .acquiring) }
}

extension Caller {
    /// The definition of an enclosing container as the containers on the way to it wrap it.
    func wrapped(
        _ found: (slot: Unmanaged<Slot>, table: Table)
    ) -> (slot: Unmanaged<Slot>, table: Table) {
        guard Container.mayDecorate, isDecorated(before: found.table.owner) else { return found }
        var (slot, table) = (found.slot.takeUnretainedValue(), found.table)
        let way = asked.way(to: table.owner.takeUnretainedValue())
        for container in way.dropLast().reversed() {
            let wrapper = container.wrapped(slot)
            guard wrapper !== slot else { continue }
            slot = wrapper
            table = sourceTable(.passUnretained(container))
        }
        guard slot !== found.slot.takeUnretainedValue() else { return found }
        // The container may drop it meanwhile.
        thread.session.slots.append(slot)
        return (.passUnretained(slot), table)
    }
}

extension Caller {
    /// Whether a container on the way to an enclosing one may have decorators.
    private func isDecorated(before owner: Unmanaged<Container>) -> Bool {
        var container = view.owner
        while container.toOpaque() != owner.toOpaque() {
            if container._withUnsafeGuaranteedRef({ $0.hasDecorators.load(ordering: .acquiring) }) {
                return true
            }
            guard let next = container.onlySource else { return true }
            container = next
        }
        return false
    }
}

extension Container.State {
    /// The wrappers of definitions, made so far.
    var wrappers: some Sequence<Slot> { (existingExtras?.wrappers ?? [:]).values }

    /// A definition as the decorators of the container wrap it, in the order they were added.
    ///
    /// Under the container's lock.
    func wrapped(_ slot: Slot) -> Slot {
        guard let extras = existingExtras, let decorators = extras.decorators[slot.type] else {
            return slot
        }
        var outermost: Slot?
        for decorator in decorators where slot.isWrapped(by: decorator) {
            // A layer on the way may keep its instance.
            let inner = outermost ?? slot.definition
            let identity = ObjectIdentifier(inner)
            let known = extras.wrappers[identity]
            if known?.details.decorator === decorator {
                outermost = known
            } else if let wrap = decorator.details.wrap {
                let wrapper = Slot.wrapper(of: inner, by: decorator, wrap)
                extras.wrappers[identity] = wrapper
                outermost = wrapper
            }
        }
        return outermost ?? slot
    }

    /// Takes over the decorators of a change, and forgets the wrappers that no request finds any
    /// more.
    ///
    /// Under the container's lock.
    ///
    /// - Parameters:
    ///   - change: The change.
    ///   - published: The definitions that requests find from now on.
    ///   - changed: The definitions that come or go.
    /// - Returns: The forgotten wrappers.
    mutating func takeWrappers(
        of change: TableChange,
        published: @autoclosure () -> [Slot],
        changed: @autoclosure () -> [Slot]
    ) -> [Slot] {
        var decorators: [UInt: [Slot]] = [:]
        for slot in change.slots where slot.kind == .decorator {
            decorators[slot.type, default: []].append(slot)
        }
        guard !decorators.isEmpty || existingExtras?.decorators.isEmpty == false else { return [] }
        let extras = extras
        let known = extras.wrappers
        extras.decorators = decorators
        extras.wrappers = [:]
        let changed = changed()
        var bases = published()
        for wrapper in known.values {
            if let inner = wrapper.details.decorated, inner.owner !== wrapper.owner {
                bases.append(inner)
            }
        }
        for base in bases where !base.forwards(toAnyOf: changed) {
            var inner = base
            for decorator in decorators[base.type] ?? [] where base.isWrapped(by: decorator) {
                guard let wrapper = known[ObjectIdentifier(inner)],
                    wrapper.details.decorator === decorator
                else { break }
                extras.wrappers[ObjectIdentifier(inner)] = wrapper
                inner = wrapper
            }
        }
        return Array(Set(known.values).subtracting(extras.wrappers.values))
    }
}

extension Slot {
    /// Whether it gives the instances of a type that one of these definitions has.
    fileprivate func forwards(toAnyOf changed: [Slot]) -> Bool {
        guard let source = undecorated.existingDetails?.forwarder?.source else { return false }
        return changed.contains { $0.type == source.type } || source.forwards(toAnyOf: changed)
    }
}
