// SPDX-License-Identifier: MIT

extension Definition {
    /// Says that tests must replace the definition: it reaches something live.
    ///
    /// ```swift
    /// container.register(.singleton) { LiveGateway() as any Gateway }.unstubbed()
    /// ```
    ///
    /// In the program nothing changes. Reached through an overlay that was made for a test, without
    /// being overridden there, it is error `unstubbed`, and fails the test even where the error is
    /// swallowed. `MortiseTesting` makes such overlays.
    ///
    /// - Returns: The definition.
    @discardableResult
    public func unstubbed() -> Self {
        refine("unstubbed") { $0.isUnstubbed = true }
        return self
    }
}

extension Container {
    /// Makes an overlay for a test: what is ``Definition/unstubbed()`` must be overridden in it.
    ///
    /// - Parameters:
    ///   - name: What errors, graphs and events call it.
    ///   - refuse: Gets the error of each definition that was reached all the same. Runs on whichever
    ///     thread resolves, outside all locks.
    /// - Returns: The overlay.
    package func overriding(
        name: String,
        refusing refuse: @escaping @Sendable (ResolutionError) -> Void
    ) -> Container {
        let overlay = overriding(name: name)
        overlay.state.withLock { $0.extras.refuse = refuse }
        return overlay
    }
}

extension Request {
    /// Refuses a definition that a test should have replaced.
    func requireStub(_ slot: Slot) throws {
        let asked = caller.asked
        guard asked.isLayered, slot.definition.existingDetails?.isUnstubbed == true else { return }
        let way = asked.way(to: slot.definition.owner).dropLast()
        let refuse = way.lazy.compactMap { container in
            container.state.withLock { $0.hasExtras ? $0.extras.refuse : nil }
        }.first
        guard let refuse else { return }
        let error = ResolutionError.unstubbed(slot, from: caller.frame, container: asked)
        refuse(error)
        throw error
    }
}
