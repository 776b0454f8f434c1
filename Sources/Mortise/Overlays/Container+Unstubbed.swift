// SPDX-License-Identifier: MIT

extension Container {
    /// Creates an overlay for a test, in which all ``RefinableDefinition/unstubbed()`` definitions must be
    /// overridden.
    ///
    /// - Parameters:
    ///   - name: The name in errors, graphs and events.
    ///   - refuse: Gets the error of each such definition that is reached nevertheless. Runs on the
    ///     thread that resolves, outside all locks.
    /// - Returns: The overlay.
    package func overriding(
        name: String,
        refusing refuse: @escaping @Sendable (ResolutionError) -> Void
    ) -> Container {
        let overlay = overriding(name: name)
        // No other thread has it yet.
        overlay.state.withLock { $0.extras.refuse = refuse }
        return overlay
    }
}

extension Request {
    /// Throws if a test should have replaced the definition.
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
