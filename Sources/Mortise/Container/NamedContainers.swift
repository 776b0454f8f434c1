// SPDX-License-Identifier: MIT

/// Containers that are looked up by name.
///
/// ```swift
/// enum Area: Hashable { case shop, support(ticket: Int) }
///
/// let areas = NamedContainers<Area>()
/// areas[.shop].register { Cart() }
/// let cart: Cart = try areas[.shop].resolve()
/// areas.remove(.shop)
/// ```
///
/// Each container is isolated: it finds only its own definitions, unless it was opened with a
/// container to fall back to. Create one `NamedContainers` for a program, or as many as you need:
/// none is global.
///
/// Thread-safe.
public final class NamedContainers<Name: Hashable & Sendable>: Sendable {
    private struct State {
        var containers: [Name: Container] = [:]
        var changes = 0
    }

    private let state = Locked(State())

    /// Creates an empty collection of named containers.
    public init() {}

    /// The container with a name, created on first use.
    ///
    /// - Parameter name: The name of the container.
    public subscript(name: Name) -> Container { open(name) }

    /// Returns the container with a name, if it exists.
    ///
    /// - Parameter name: The name of the container.
    /// - Returns: The container; `nil` if it does not exist.
    public func existing(_ name: Name) -> Container? {
        known[name]
    }

    /// Returns the container with a name, and creates it if need be.
    ///
    /// - Parameters:
    ///   - name: The name of the container.
    ///   - fallback: The container to search for what a new container does not define. Ignored if
    ///     the container exists.
    /// - Returns: The container.
    public func open(_ name: Name, fallingBackTo fallback: Container? = nil) -> Container {
        if let known = existing(name) { return known }
        // Outside the lock, because describing a name is user code.
        let made = Container(name: "\(name)", parent: fallback)
        return change { containers in
            if let known = containers[name] { return known }
            containers[name] = made
            return made
        }
    }

    /// Removes the container with a name, with everything in it.
    ///
    /// Its definitions and the instances that they kept are removed, and their followers end.
    /// Instances in use elsewhere stay valid. To wait until instances are disposed of, close the
    /// container first. Using the name again creates a new container.
    ///
    /// - Parameter name: The name of the container.
    /// - Returns: Whether the container existed.
    @discardableResult
    public func remove(_ name: Name) -> Bool {
        let container = change { $0.removeValue(forKey: name) }
        guard let container else { return false }
        container.endFollowers()
        container.reset()
        return true
    }

    /// The names of the existing containers.
    public var names: Set<Name> { Set(known.keys) }

    private var known: [Name: Container] { state.withLock { $0.containers } }

    /// Changes the dictionary.
    ///
    /// Hashing and comparing names is user code, so it happens outside the lock.
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
            // Names and containers are released outside the lock.
            withExtendedLifetime(containers) {}
            if isDone { return result }
        }
    }
}
