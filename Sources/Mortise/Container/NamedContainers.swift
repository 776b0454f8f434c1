// SPDX-License-Identifier: MIT

/// Containers that are looked up by a name.
///
/// ```swift
/// enum Area: Hashable { case shop, support(ticket: Int) }
///
/// let areas = NamedContainers<Area>()
/// areas[.shop].register { Cart() }
/// let cart: Cart = try areas[.shop].resolve()
/// areas.destroy(.shop)
/// ```
///
/// Each context is isolated: what one does not define it does not find, unless it was opened with a
/// container to ask. Make one for a program, or as many as are needed: none is global.
///
/// May be used from any thread.
public final class NamedContainers<Name: Hashable & Sendable>: Sendable {
    private struct State {
        var containers: [Name: Container] = [:]
        var changes = 0
    }

    private let state = Locked(State())

    /// Makes a place for contexts, with none in it.
    public init() {}

    /// The container of a context, made when it is first asked for.
    ///
    /// - Parameter name: The name of the context.
    public subscript(name: Name) -> Container { open(name) }

    /// The container of a context, if there is one.
    ///
    /// - Parameter name: The name of the context.
    /// - Returns: The container; `nil` if nobody has asked for it.
    public func existing(_ name: Name) -> Container? {
        known[name]
    }

    /// The container of a context, made if need be.
    ///
    /// - Parameters:
    ///   - name: The name of the context.
    ///   - fallback: A container that is asked for what the context does not define, if it is made now.
    /// - Returns: The container.
    public func open(_ name: Name, fallingBackTo fallback: Container? = nil) -> Container {
        if let known = existing(name) { return known }
        // Describing a name is user code.
        let made = Container(name: "\(name)", parent: fallback)
        return change { containers in
            if let known = containers[name] { return known }
            containers[name] = made
            return made
        }
    }

    /// Forgets a context, with everything in it.
    ///
    /// Its definitions go with what they kept, and those who follow them are told that it is over.
    /// Values that were handed out stay valid. To wait for what has to be disposed of, close the
    /// container instead, and then destroy the context. Asked for again, it is a new one.
    ///
    /// - Parameter name: The name of the context.
    /// - Returns: Whether there was one.
    @discardableResult
    public func destroy(_ name: Name) -> Bool {
        let container = change { $0.removeValue(forKey: name) }
        guard let container else { return false }
        container.endFollowers()
        container.reset()
        return true
    }

    /// The names of the contexts that there are.
    public var names: Set<Name> { Set(known.keys) }

    private var known: [Name: Container] { state.withLock { $0.containers } }

    /// Changes what is known.
    ///
    /// Hashing and comparing names is user code: it happens outside the lock.
    private func change<Result>(_ body: (inout [Name: Container]) -> Result) -> Result {
        while true {
            var (containers, changes) = state.withLock { ($0.containers, $0.changes) }
            let result = body(&containers)
            let isDone = state.withLock { state in
                guard state.changes == changes else { return false }
                swap(&state.containers, &containers)
                state.changes += 1
                return true
            }
            if isDone { return result }
        }
    }
}
