// SPDX-License-Identifier: MIT

// Which definition answers a request to an overlay is decided in `Caller.place(of:)`, and which
// container keeps the instance in `Caller.home(of:)`.

extension Container {
    /// Creates an overlay: a container with some definitions of its own, and all others of this
    /// container.
    ///
    /// ```swift
    /// let test = app.overriding { $0.register(.singleton) { FakeAPI() as any API } }
    /// ```
    ///
    /// The overlay has its own instance of everything that is cached, because a factory's
    /// dependencies may be overridden: a singleton of this container is made anew in the overlay,
    /// with dependencies from there. This container never sees what the overlay registers, makes or
    /// drops. Later changes of this container do not affect what the overlay already keeps.
    ///
    /// A definition that `configure` marks as replacing, but that replaces nothing, is an error of
    /// the overlay's ``validate()``, and an event of kind
    /// ``ResolutionEvent/Kind/nothingToReplace`` for observers of this container.
    ///
    /// Works on a bootstrapped container, too. Closing this container closes the overlay first.
    ///
    /// - Parameters:
    ///   - name: The name in errors, graphs and events.
    ///   - configure: Registers the overriding definitions. Runs once, before this method returns.
    /// - Returns: The overlay.
    /// - Throws: What `configure` throws.
    /// - Complexity: O(1), not counting `configure`; with observers, O(*n* log *n*) for *n*
    ///   definitions.
    public func overriding(
        name: String = "overlay",
        _ configure: (Container) throws -> Void
    ) rethrows -> Container {
        let overlay = overriding(name: name)
        try configure(overlay)
        overlay.reportVainReplacements()
        return overlay
    }

    /// Creates an overlay that overrides nothing yet.
    ///
    /// - Parameter name: The name in errors, graphs and events.
    /// - Returns: The overlay.
    /// - Complexity: O(1).
    public func overriding(name: String = "overlay") -> Container {
        let overlay = Container(name, self, [], role: .overlay)
        adopt(overlay)
        return overlay
    }
}
