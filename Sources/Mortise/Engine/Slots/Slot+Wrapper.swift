// SPDX-License-Identifier: MIT

import MortiseGraph
import Synchronization

// A decorator wraps what answers its type. For each definition that it wraps there is a slot of its
// own, the *wrapper*, with the lifetime of that definition: the wrapped instance is kept as long as
// the original, which exists once. Where a container has decorators, its table leads to the wrappers
// of its own definitions; those of the containers that it searches next are wrapped when they are
// found.

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
        in scope: EngineLifetime,
        by decorator: Slot,
        owner: Container
    ) -> Slot {
        guard let wrap = decorator.details.wrap else {
            preconditionFailure("every decorator has a closure")
        }
        let details = Details()
        details.decorated = inner
        details.decorator = decorator
        return Slot(
            inner.key,
            scope,
            lane: decorator.lane == .sync && inner.lane.isMainActor ? inner.lane : decorator.lane,
            owner: owner,
            factory: wrap(inner, inner.key.argumentsMetatype),
            file: decorator.file,
            line: decorator.line,
            details: details
        )
    }

    /// The lifetime of its instances: that of the definition that it forwarded to at first.
    var keepingScope: EngineLifetime {
        guard kind == .forwarding else { return kind == .provided ? .singleton : scope }
        return existingDetails?.forwarder?.source?.keepingScope ?? scope
    }

    /// The key that the graph shows: that of a decorator says what it wraps.
    var nodeKey: Key { (kind == .decorator ? key.withoutArguments : key).key }

    /// Whether it wraps the instances of another definition.
    var isWrapper: Bool { definitionDetails { $0?.decorator != nil } }

    /// The slot and what it wraps: from the outermost wrapper to the definition inside all.
    var layers: some Sequence<Slot> { sequence(first: self) { $0.existingDetails?.decorated } }

    /// The definition inside all wrappers.
    var undecorated: Slot { layers.reduce(self) { $1 } }

    /// The definition inside all wrappers of one container, which may be a wrapper of another.
    func undecorated(by container: Container) -> Slot {
        layers.first { $0.owner !== container } ?? undecorated
    }

    /// Whether it is gone, or wraps something of another container that is gone: only a resolve that
    /// began before goes on with it.
    var hasGone: Bool {
        guard isPublishedNow else { return true }
        var outer = self
        return layers.contains { inner in
            defer { outer = inner }
            return inner.owner !== outer.owner && !inner.isPublishedNow
        }
    }

    /// Whether the table of its container leads to it although its definition is another one's.
    var isRouted: Bool { isOverlaySlot || undecorated(by: owner).owner !== owner }

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
    ///
    /// - Parameters:
    ///   - slot: The definition, or the wrapper of another container.
    ///   - known: Wrappers that are not kept, for a definition that is gone already.
    /// - Returns: The wrapper, and whether it was known before.
    func wrapped(_ slot: Slot, or known: [Slot]) -> (slot: Slot, isKnown: Bool) {
        guard hasDecorators.load(ordering: .acquiring) else { return (slot, false) }
        if slot.owner !== self, !slot.isPublishedNow { slot.owner.markPublished(slot.definition) }
        let isForeign = slot.owner !== self
        let isLasting = !isForeign || slot.isPublishedNow
        // Never two containers' locks at once.
        let scope =
            isForeign && slot.kind == .forwarding
            ? slot.owner.state.withLock { $0.keepingScope(of: slot) } : nil
        let (wrapper, isCrowded) = changing { state, unpublished in
            let wrapper = state.wrapped(slot, in: scope, isLasting, or: known, &unpublished.slots)
            instances.withLock { _ in unpublished.takeSlots() }
            return (wrapper, isForeign && isLasting && !wrapper.isKnown && state.isCrowded)
        }
        if isCrowded { forgetRoutes() }
        return wrapper
    }

    func wrapped(_ slot: Slot) -> Slot { wrapped(slot, or: []).slot }

    /// Publishes a table with one more decorator around what it leads to.
    ///
    /// Only that one is applied, so adding many takes time in proportion to their number, not to the
    /// square of it.
    ///
    /// Under the container's lock.
    ///
    /// - Returns: What is retired; `nil` if more has to change: a list, a selection, what a layer keeps, or the
    ///   wrapper of a type that is forwarded to the decorated one.
    func wrapAgain(_ current: Table, by decorator: Slot, _ state: inout State)
        -> [Reclaimer.Retired]?
    {
        guard role == .plain, decorator.scope.name == nil else { return nil }
        var isEnough = true
        current.forEachSlot { slot in
            if slot.kind == .collection || slot.kind == .selection
                || (slot.type != decorator.type && slot.isWrapper
                    && slot.forwards(toAnyOf: [decorator]))
            {
                isEnough = false
            }
        }
        guard isEnough else { return nil }
        state.extras.decorators[decorator.type, default: []].append(decorator)
        let next = Table.make(
            roomFor: current.header.pointee.count,
            owner: self,
            substitutions: current.substitutions
        )
        current.forEachSlot { slot in
            guard slot.isWrapped(by: decorator) else { return next.insert(slot) }
            let scope = state.keepingScope(of: slot)
            next.insert(state.extras.wrap(slot, in: scope, by: decorator, owner: self))
        }
        markPublished([decorator])
        table.store(next.word, ordering: .releasing)
        return [.table(current)]
    }

    /// Whether decorators have to be looked for in enclosing containers.
    static var mayDecorate: Bool { areDecoratorsInUse.load(ordering: .acquiring) }
}

extension Caller {
    /// The definition of an enclosing container as the containers on the way to it wrap it.
    ///
    /// - Parameters:
    ///   - found: The definition.
    ///   - key: The key that led to it as to the nearest one.
    /// - Returns: The outermost wrapper.
    func wrapped(
        _ found: (slot: Unmanaged<Slot>, table: Table),
        by key: KeyWords? = nil
    ) -> (slot: Unmanaged<Slot>, table: Table) {
        guard Container.mayDecorate, isDecorated(before: found.table.owner) else { return found }
        var (slot, table) = (found.slot.takeUnretainedValue(), found.table)
        let way = asked.way(to: table.owner.takeUnretainedValue())
        for container in way.dropLast().reversed() {
            let found = thread.pointee.session?.takeUnretainedValue().slots
            let wrapper = container.wrapped(slot, or: found ?? [])
            guard wrapper.slot !== slot else { continue }
            slot = wrapper.slot
            table = sourceTable(.passUnretained(container))
            // The container may drop it meanwhile.
            thread.session.slots.append(slot)
            if wrapper.isKnown, slot.key == key { lead(container, to: slot) }
        }
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

extension Container.Extras {
    /// Makes and keeps the wrapper of a slot.
    fileprivate func wrap(
        _ inner: Slot,
        in scope: EngineLifetime,
        by decorator: Slot,
        owner: Container
    ) -> Slot {
        let wrapper = Slot.wrapper(of: inner, in: scope, by: decorator, owner: owner)
        wrapper.isPublished = true
        routes[inner, .wrapping(decorator)] = wrapper
        return wrapper
    }
}

extension Container.State {
    /// A definition as the decorators of the container wrap it.
    ///
    /// Under the container's lock.
    func wrapped(_ slot: Slot) -> Slot {
        // A change to what a definition forwards to has taken out the wrappers around it.
        var outdated: [Slot] = []
        return wrapped(slot, in: nil, true, or: [], &outdated).slot
    }

    /// The lifetime of the instances of a definition of the container: for a forwarded type,
    /// that of the definition that it forwards to now, which may have replaced the first one.
    ///
    /// Under the container's lock.
    fileprivate func keepingScope(of slot: Slot) -> EngineLifetime {
        guard slot.kind == .forwarding, let first = slot.existingDetails?.forwarder?.source,
            !slots.contains(first)
        else { return slot.keepingScope }
        let source = slots.last {
            $0.type == first.type && $0.tag == first.tag && !$0.kind.givesWay
                && $0.kind != .decorator
        }
        return source.map(keepingScope) ?? slot.keepingScope
    }

    /// A definition as the decorators of the container wrap it, in the order they were added.
    ///
    /// A known wrapper is used again if it still lives as long as it should. Otherwise a new one is
    /// made, which is kept unless the definition is gone.
    ///
    /// Under the container's lock.
    ///
    /// - Parameters:
    ///   - slot: The definition.
    ///   - scope: What keeps its instances, if it forwards in another container.
    ///   - isLasting: Whether new wrappers are kept: the definition is not gone.
    ///   - others: Wrappers that are not kept.
    ///   - outdated: Gets the wrappers that live as long as what the definition forwarded to before.
    /// - Returns: The outermost wrapper, and whether it was known before.
    fileprivate func wrapped(
        _ slot: Slot,
        in scope: EngineLifetime?,
        _ isLasting: Bool,
        or others: [Slot],
        _ outdated: inout [Slot]
    ) -> (slot: Slot, isKnown: Bool) {
        guard let extras = existingExtras, let decorators = extras.decorators[slot.type] else {
            return (slot, false)
        }
        var outermost: Slot?
        var isKnown = isLasting
        let scope = scope ?? keepingScope(of: slot)
        let inheritor = extras.inheritor?.takeUnretainedValue()
        for decorator in decorators where slot.isWrapped(by: decorator) {
            let owner = inheritor ?? decorator.owner
            // A layer on the way may keep its instance.
            let inner = outermost ?? slot.definition
            let reason = Route.Reason.wrapping(decorator)
            let known =
                extras.routes[inner, reason]
                ?? others.first {
                    let details = $0.existingDetails
                    return details?.decorated === inner && details?.decorator === decorator
                }
            if let known, known.scope == scope {
                outermost = known
            } else if isLasting {
                if let known { outdated.append(known) }
                outermost = extras.wrap(inner, in: scope, by: decorator, owner: owner)
                isKnown = false
            } else {
                outermost = .wrapper(of: inner, in: scope, by: decorator, owner: owner)
            }
        }
        return outermost.map { ($0, isKnown) } ?? (slot, false)
    }

    /// Wraps the members of a collection that nobody has yet.
    func wrapMembers(of slot: Slot) {
        guard slot.kind == .collection, let details = slot.existingDetails else { return }
        if !details.candidates.isEmpty { details.candidates = details.candidates.map(wrapped) }
    }

    /// Takes over the decorators of a change.
    mutating func takeDecorators(of change: TableChange) {
        var decorators = existingExtras?.inheritedDecorators ?? [:]
        for slot in change.slots where slot.kind == .decorator && slot.scope.name == nil {
            decorators[slot.type, default: []].append(slot)
        }
        if !decorators.isEmpty || hasExtras { extras.decorators = decorators }
    }

    /// The wrappers that requests still find.
    ///
    /// Under the container's lock.
    ///
    /// - Parameters:
    ///   - found: The definitions that requests find from now on.
    ///   - changed: The definitions that come or go.
    /// - Returns: The wrappers.
    func foundWrappers(of found: [Slot], without changed: [Slot]) -> Set<Slot> {
        let known = routes.wrappers
        guard !known.isEmpty, let extras = existingExtras else { return [] }
        let decorators = extras.decorators
        let foreign = known.compactMap { wrapper in
            wrapper.existingDetails?.decorated.flatMap { inner in
                inner.owner !== wrapper.owner && !wrapper.hasLostBase ? inner : nil
            }
        }
        var kept: Set<Slot> = []
        for base in found + foreign
        where base.kind != .decorator && !base.forwards(toAnyOf: changed) {
            var inner = base
            for decorator in decorators[base.type] ?? [] where base.isWrapped(by: decorator) {
                guard let wrapper = extras.routes[inner, .wrapping(decorator)] else { break }
                kept.insert(wrapper)
                inner = wrapper
            }
        }
        return kept
    }
}

extension Slot {
    /// Whether the definition of another container that it wraps is gone, and no layer keeps its
    /// instance either.
    ///
    /// Under the owner's lock.
    fileprivate var hasLostBase: Bool {
        guard let details = existingDetails, let base = details.decorated else { return false }
        guard base.scope.isCaching, let keeper = details.keeper else { return !base.isPublishedNow }
        return keeper.slot?.isPublishedNow != true
    }

    /// Whether it gives the instances of a type that one of these definitions has.
    fileprivate func forwards(toAnyOf changed: [Slot]) -> Bool {
        guard let source = undecorated.existingDetails?.forwarder?.source else { return false }
        return changed.contains { $0.type == source.type } || source.forwards(toAnyOf: changed)
    }
}
