// SPDX-License-Identifier: MIT

import MortiseGraph

/// A private signal that unwinds frames so that they run again later, as the session decides.
struct Unwinding: Error, CustomStringConvertible {
    /// The text for user code that stops the signal, for example with `try!`.
    var description: String {
        "this code has to run again when what it asks for can be had: let the error pass, with `try` "
            + "instead of `try!`"
    }
}

extension ResolutionError {
    /// The definitions on the path to a frame, outermost first.
    static func entries(to frame: FramePointer?) -> [Entry] {
        guard let frame else { return [] }
        var entries: [Entry] = []
        for current in frame.chain where current.pointee.note & FrameFlags.rerun == 0 {
            let slot = current.slotObject
            // What asked for a property that resolves itself asked for its instance.
            guard current == frame || !slot.isProperty else { continue }
            entries.append(Entry(slot, relation(to: current.pointee.caller)))
        }
        return entries.reversed()
    }

    private static func relation(to caller: FramePointer?) -> Diagnostic.Relation {
        guard let caller = caller?.asking else { return .needs }
        if caller.slotObject.kind == .forwarding { return .forwards }
        return caller.isInStep ? .property : .needs
    }

    /// The definitions on the path to a definition that was found or is missing.
    static func way(to slot: Slot, from caller: FramePointer?) -> [Entry] {
        entries(to: caller?.asking) + [Entry(slot, relation(to: caller))]
    }

    private static func way(
        to key: KeyWords,
        _ site: SourceSite? = nil,
        from caller: FramePointer?
    ) -> [Entry] {
        entries(to: caller?.asking) + [Entry(key: key, site: site, relation: relation(to: caller))]
    }

    /// A failure to ask for a key: the container is gone.
    static func gone(_ key: KeyWords) -> ResolutionError {
        ResolutionError(.containerGone, way(to: key, from: nil), container: nil)
    }

    /// A failure to find a key that a frame requested.
    static func notFound(
        _ code: Code,
        _ key: KeyWords,
        from caller: FramePointer?,
        candidates: [Slot] = [],
        container: Container
    ) -> ResolutionError {
        ResolutionError(
            code,
            way(to: key, from: caller),
            hint: code == .missingBinding ? elsewhere(key, from: caller, container) : nil,
            candidates: candidates.map {
                Entry($0, .candidate)
            },
            container: container
        )
    }

    /// The advice on a key that the container which asked for a kept instance has, but not the one
    /// that keeps it.
    private static func elsewhere(
        _ key: KeyWords,
        from caller: FramePointer?,
        _ container: Container
    ) -> String? {
        guard let caller else { return nil }
        for frame in caller.chain where frame.slotObject.scope.isCaching {
            let asking = frame.asked.takeUnretainedValue()
            guard asking !== container else { continue }
            let all = ([asking] + asking.sourcesInOrder).flatMap(\.registeredSlots)
            guard let found = all.first(where: { $0.key == key }) else { continue }
            return NearMisses.hint(
                for: key.key,
                registeredAt: found.site,
                in: found.owner.name,
                butNeededBy: frame.slotObject.key.key,
                of: container.name
            )
        }
        return nil
    }

    /// A failure inside a frame.
    static func failed(
        _ code: Code,
        in frame: FramePointer,
        underlying: (any Error)? = nil,
        facts: [String] = [],
        hint: String? = nil
    ) -> ResolutionError {
        ResolutionError(
            code,
            entries(to: frame),
            underlying: underlying,
            facts: facts,
            hint: hint,
            container: frame.view.takeUnretainedValue()
        )
    }

    /// The failure of an instance from other code that is of another type.
    static func notOfType<Instance>(
        _ type: Any.Type,
        _ instance: Instance,
        hint: String,
        in frame: FramePointer?,
        container: Container
    ) -> ResolutionError {
        let found = dynamicType(of: instance)
        let isNothing = Mirror(reflecting: instance).isNothing
        return ResolutionError(
            .typeMismatch,
            entries(to: frame),
            facts: [
                isNothing
                    ? "There is no \(TypeName(of: type)): it is nil"
                    : "\(TypeName(of: found)) is no \(TypeName(of: type))"
            ],
            hint: isNothing ? "unwrap it first" : hint,
            container: container
        )
    }

    /// The failure to keep an instance because the container keeps another one.
    static func hasInstance(
        _ slot: Slot?,
        _ key: KeyWords,
        from caller: FramePointer?,
        _ container: Container
    ) -> ResolutionError {
        let key = slot?.key ?? key
        return ResolutionError(
            .duplicateBinding,
            way(to: key, slot?.site, from: caller),
            facts: ["\(key.key) has an instance already, so another one cannot be kept"],
            hint: "adopt it without keeping it, or reset the singletons first",
            container: container
        )
    }

    static func tooDeep(_ frame: FramePointer) -> ResolutionError {
        failed(.tooDeep, in: frame, hint: frame.adviceOnArguments)
    }

    /// The failure of a cycle that a frame closes.
    static func cycle(to frame: FramePointer) -> ResolutionError {
        let way = firstRound(of: entries(to: frame))
        let container = frame.view.takeUnretainedValue()
        return ResolutionError(
            .cycle,
            way,
            repeats: true,
            hint: isEndless(way) ? nil : container.adviceOnCycles,
            container: container
        )
    }

    /// The path into a cycle and once around it, taken from a path with several rounds.
    private static func firstRound(of entries: [Entry]) -> [Entry] {
        var end = entries.count - 1
        let last = entries[end]
        guard let begin = entries[..<end].lastIndex(where: { last ~= $0 }) else {
            return entries
        }
        let round = end - begin
        while end > round, entries[end - 1] ~= entries[end - 1 - round] {
            end -= 1
        }
        return Array(entries[...end])
    }

    /// The failure to find an open scope for a scoped definition.
    static func noScope(
        _ name: ScopeName,
        askingFor slot: Slot,
        from caller: FramePointer?,
        container: Container
    ) -> ResolutionError {
        // If an ancestor on the path sees such a scope, or is kept without any, the requesting
        // definition outlives the scope: to open one does not help.
        let holder = caller?.chain.first { frame in
            let slot = frame.slotObject
            guard slot.scope.isCaching, !slot.isProperty else { return false }
            return slot.scope.name == nil || frame.asked.takeUnretainedValue().sees(name)
        }
        if let holder = holder?.slotObject {
            return ResolutionError(
                .captiveDependency,
                way(to: slot, from: caller),
                facts: [
                    Fact.captive(
                        slot.key.key,
                        slot.scope.lifetime,
                        in: holder.key.key,
                        keptBy: holder.scope.name == nil ? nil : holder.scope.lifetime
                    )
                ],
                container: container
            )
        }
        return ResolutionError(
            .missingScope,
            way(to: slot, from: caller),
            facts: [Fact.missingScope(slot.key.key, name.description)],
            container: container
        )
    }

    /// The failure of a request that only another lane can fulfil.
    static func otherLane(
        _ slot: Slot,
        from caller: FramePointer?,
        view: Table
    ) -> ResolutionError {
        let isAsync = slot.lane == .async
        return ResolutionError(
            isAsync ? .needsAsync : .needsMainActor,
            way(to: slot, from: caller),
            facts: [
                isAsync ? Fact.needsAsync(slot.key.key) : Fact.needsMainActor(slot.key.key)
            ],
            container: view.owner.takeUnretainedValue()
        )
    }

    /// The failure of an instance that waits for an asynchronous one.
    static func needsAsync(because other: Slot, in frame: FramePointer) -> ResolutionError {
        failed(
            .needsAsync,
            in: frame,
            facts: [Fact.needsAsync(other.key.key, for: frame.slotObject.key.key)]
        )
    }

    /// The failure of a selection because a definition without a tag answers the type.
    static func answersItself(_ slot: Slot, container: Container) -> ResolutionError {
        ResolutionError(
            .ambiguousBinding,
            [Entry(slot, .needs)],
            facts: [
                "\(slot.key.key) is registered without a tag, so nothing can be selected for it"
            ],
            container: container
        )
    }

    /// The failure of a definition that a test should have replaced.
    static func unstubbed(
        _ slot: Slot,
        from caller: FramePointer?,
        container: Container
    ) -> ResolutionError {
        ResolutionError(
            .unstubbed,
            way(to: slot, from: caller),
            facts: ["\(slot.key.key) is live, and this test has not replaced it"],
            container: container
        )
    }

    /// The failure because the container that would keep the instance is closed.
    static func closed(_ way: [Entry], container: Container) -> ResolutionError {
        ResolutionError(
            .scopeClosed,
            way,
            facts: [
                "\"\(container.name)\" is closed, so it cannot provide "
                    + (way.last.map { "\($0.key.key)" } ?? "anything")
            ],
            container: container
        )
    }

    /// The failure of a cycle that includes asynchronous definitions.
    static func cycle(_ way: [Entry], container: Container) -> ResolutionError {
        ResolutionError(
            .cycle,
            way,
            repeats: true,
            facts: way.last.map { [Fact.cycle($0.key.key)] } ?? [],
            container: container
        )
    }

    /// The failure because the requested container, or one that it would search, is closed.
    static func closed(
        _ key: KeyWords,
        from caller: FramePointer?,
        container: Container
    ) -> ResolutionError {
        closed(way(to: key, from: caller), container: container)
    }

    /// The failure of a cycle that a request for a slot would close.
    static func cycle(
        askingFor slot: Slot,
        from caller: FramePointer?,
        container: Container
    ) -> ResolutionError {
        let way = way(to: slot, from: caller)
        // Otherwise a step would have been unwound.
        let endless =
            slot.mayThrow
            ? nil : "let the members throw, so that a step can run again; or set both ends in steps"
        return ResolutionError(
            .cycle,
            way,
            repeats: true,
            hint: isEndless(way) ? endless : container.adviceOnCycles,
            container: container
        )
    }

    /// Whether a path that goes through a property is a cycle all the same.
    static func isEndless(_ way: [Entry]) -> Bool {
        guard let last = way.last, let first = way.firstIndex(where: { last ~= $0 })
        else { return false }
        return way[(first + 1)...].contains { $0.relation == .property }
    }
}

/// Converts the error of a factory to the error that leaves its frame.
///
/// Errors of this library pass unchanged: they already have their path.
@usableFromInline @inline(never)
func frameFailed(_ error: any Error, _ frame: FramePointer) -> any Error {
    frame.pointee.thread.forgetCreated(in: frame)
    if frame.heedsProperties { _ = frame.pointee.thread.takeAnnounced(in: frame) }
    defer { if frame.pointee.caller == nil { frame.pointee.note |= FrameFlags.failed } }
    // User code replaced the signal by an error of its own: it is still the signal.
    if frame.pointee.thread.pointee.isUnwinding { return Unwinding() }
    if error is ResolutionError || error is Unwinding { return error }
    return ResolutionError.failed(.factoryThrew, in: frame, underlying: error)
}

extension Container {
    /// Advice on a cycle of factories in the terms of a vocabulary; `nil` without a vocabulary.
    fileprivate var adviceOnCycles: String? {
        conventions.contains(.remakesInCycles)
            ? "set one of them as a property with .resolvingProperties { … }" : nil
    }
}

extension Mirror {
    /// Whether this is the mirror of an empty optional.
    fileprivate var isNothing: Bool { displayStyle == .optional && children.isEmpty }
}

extension Slot {
    /// Whether it is private to a property that resolves itself.
    fileprivate var isProperty: Bool { kind == .forwarding && scope.isCaching }
}

extension FramePointer {
    /// This frame, or the one that reads the property which this frame resolves.
    fileprivate var asking: FramePointer? { chain.first { !$0.slotObject.isProperty } }
}
