// SPDX-License-Identifier: MIT

// What an install registers and removes is collected here. `Container.add(_:)` publishes it.

extension Container {
    /// Registers and removes several definitions, and publishes the change atomically.
    ///
    /// Other threads and running resolves see either the whole change or nothing of it.
    ///
    /// ```swift
    /// container.install {
    ///     $0.register(.singleton) { SandboxGateway() as any Gateway }.replacing()
    ///     $0.register(.singleton) { SandboxLedger() as any Ledger }.replacing()
    /// }
    /// ```
    ///
    /// - Parameter configure: Registers and removes definitions. Gets this container. All that it
    ///   registers and removes on this thread belongs to the group. Runs once, outside all locks.
    ///   Resolving, validating and the graph do not see the group until it is published.
    /// - Throws: What `configure` throws. Nothing is published then.
    /// - Precondition: The container is not bootstrapped.
    public func install(_ configure: (Container) throws -> Void) rethrows {
        add(try collect(configure))
    }

    /// Collects what a body registers and removes on this thread.
    ///
    /// - Parameters:
    ///   - group: The install to add to.
    ///   - configure: Registers and removes.
    /// - Returns: The staged install.
    /// - Throws: What `configure` throws.
    func collect(
        into group: StagedInstall = StagedInstall(),
        _ configure: (Container) throws -> Void
    ) rethrows -> StagedInstall {
        let thread = ThreadRecord.make().identity
        state.withLock { $0.extras.groups[thread, default: []].append(group) }
        do {
            try configure(self)
        } catch {
            // Released outside the lock: its definitions belong to users.
            withExtendedLifetime(takeGroup(of: thread)) {}
            throw error
        }
        return takeGroup(of: thread)
    }

    private func takeGroup(of thread: UInt) -> StagedInstall {
        state.withLock { state in
            let extras = state.extras
            let group = extras.groups[thread]?.popLast()
            if extras.groups[thread]?.isEmpty == true { extras.groups[thread] = nil }
            return group ?? StagedInstall()
        }
    }
}
