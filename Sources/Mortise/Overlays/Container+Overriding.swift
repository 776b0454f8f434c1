// SPDX-License-Identifier: MIT

extension Container {
    /// Makes an overlay: a container with some definitions of its own, and everything else as here.
    ///
    /// ```swift
    /// let test = app.overriding { $0.register(.singleton) { FakeAPI() as any API } }
    /// ```
    ///
    /// It has its own instance of everything that is cached, because what a factory asks for may be
    /// overridden: a singleton of this container is made anew in it, with its view. This container
    /// never sees what the overlay registers, makes or drops. What the overlay has begun to keep is
    /// not affected when this container changes afterwards.
    ///
    /// Works on a container that is bootstrapped, too. Closing this container closes the overlay first.
    ///
    /// - Parameters:
    ///   - name: What errors, graphs and events call it.
    ///   - configure: Registers what is overridden. Runs once, before this method returns.
    /// - Returns: The overlay.
    /// - Throws: What `configure` throws.
    /// - Complexity: O(1), beside `configure`.
    public func overriding(
        name: String = "overlay",
        _ configure: (Container) throws -> Void
    ) rethrows -> Container {
        let overlay = overriding(name: name)
        try configure(overlay)
        return overlay
    }

    /// Makes an overlay that overrides nothing yet.
    ///
    /// - Parameter name: What errors, graphs and events call it.
    /// - Returns: The overlay.
    /// - Complexity: O(1).
    public func overriding(name: String = "overlay") -> Container {
        let overlay = Container(name, self, [], role: .overlay)
        adopt(overlay)
        return overlay
    }
}
