// SPDX-License-Identifier: MIT

/// A definition whose steps, callbacks and disposers belong to no actor: a ``Definition`` or a
/// ``ModuleDefinition``.
///
/// Those of a ``MainDefinition`` run on the main actor.
public protocol UnisolatedDefinition<Instance>: RefinableDefinition {}

extension UnisolatedDefinition {
    /// Adds an injection step, which runs after the factory and before the instance is visible
    /// outside its cycle.
    ///
    /// Steps make cycles possible: within one resolve, a dependency that a step resolves may get
    /// this instance early. Steps run in the order written, on the thread that resolves, once for
    /// each instance. No lock is held. If a step resolves something that is still in its factory
    /// and waits for this instance, the step is unwound. It runs again from its beginning when that
    /// factory has returned.
    ///
    /// A step that throws fails the resolve with code `injection-failed`. The instance is dropped,
    /// and closed if it is ``Closable``, ``AsyncClosable`` or has a disposer.
    ///
    /// If other threads may be resolving, register and refine inside `install { }`. Otherwise an
    /// instance could be built first, and then adding the step traps.
    ///
    /// With the name of a scope, it runs only for the instances that are made in such a scope:
    ///
    /// ```swift
    /// app.register { Handler() }.injecting(in: .request) { resolver, handler in
    ///     handler.user = try resolver.resolve(User.self)
    /// }
    /// ```
    ///
    /// That is where such a scope is open around the container that the instance gets its
    /// dependencies from: the one that is asked, or the one that keeps the instance. So it never
    /// runs for a singleton of a container outside the scope.
    ///
    /// - Parameters:
    ///   - name: The name of the scopes that the step is for; without it, the step always runs.
    ///   - step: Gets the resolver and the instance.
    /// - Returns: The definition.
    @discardableResult
    public func injecting(
        in name: ScopeName? = nil,
        _ step:
            @escaping @Sendable (_ resolver: inout Resolver, _ instance: Instance) throws -> Void
    ) -> Self {
        guard let name else {
            return refined { $0.refine("injecting") { details in details.append(step) } }
        }
        return injecting { resolver, instance in
            guard resolver.frame.view._withUnsafeGuaranteedRef({ $0.sees(name) }) else { return }
            try step(&resolver, instance)
        }
    }

    /// Adds a callback that runs when the outermost resolve that made an instance is over.
    ///
    /// Callbacks run once for every committed instance, in reverse order of creation, on the thread
    /// that resolved. No lock is held. Resolving in a callback starts a new resolve.
    ///
    /// - Parameter callback: Gets the instance.
    /// - Returns: The definition.
    @discardableResult
    public func didResolve(_ callback: @escaping @Sendable (Instance) -> Void) -> Self {
        refined {
            $0.refine("didResolve") { details in
                let earlier = (details.callbacks as? CallbackList<Instance>)?.all ?? []
                details.callbacks = CallbackList(earlier + [callback])
            }
        }
    }

    /// Unavailable: a callback gets the instance and no resolver.
    ///
    /// - Parameter callback: Gets a resolver and the instance.
    /// - Returns: The definition.
    @available(
        *,
        unavailable,
        message: """
            a callback gets only the instance: 'didResolve { instance in … }'; to resolve something for \
            the instance, add a step: 'injecting { resolver, instance in … }'
            """
    )
    @_disfavoredOverload @discardableResult
    public func didResolve(
        _ callback: @escaping @Sendable (inout Resolver, Instance) throws -> Void
    ) -> Self {
        self
    }

    // MARK: Disposers

    /// Adds a disposer, which runs when the container that keeps an instance is closed.
    ///
    /// ```swift
    /// container.register(.scoped(.request)) { try Connection() }
    ///     .onClose { try $0.rollBack() }
    /// ```
    ///
    /// Several disposers run in the order written. Each runs once for every committed instance,
    /// even if the instance was replaced meanwhile, and for every instance that nobody gets because
    /// its step, its property or its resolve failed. They replace ``Closable`` and
    /// ``AsyncClosable``.
    ///
    /// - Parameter dispose: Gets the instance. No lock is held.
    /// - Returns: The definition.
    /// - Precondition: The definition has a caching lifetime other than `.weakSingleton`: containers
    ///   do not keep other instances.
    @discardableResult
    public func onClose(_ dispose: @escaping @Sendable (Instance) throws -> Void) -> Self {
        refined {
            $0.add(.now { try dispose(unsafeDowncast($0, to: Holder<Instance>.self).instance) })
        }
    }

    /// Adds an asynchronous disposer, which runs when the container that keeps an instance is
    /// closed.
    ///
    /// - Parameter dispose: Gets the instance. Cancelling the task that closes the container does
    ///   not cancel it.
    /// - Returns: The definition.
    /// - Precondition: The definition has a caching lifetime other than `.weakSingleton`.
    @discardableResult @_disfavoredOverload
    public func onClose(_ dispose: @escaping @Sendable (Instance) async throws -> Void) -> Self {
        refined {
            $0.add(
                .later { try await dispose(unsafeDowncast($0, to: Holder<Instance>.self).instance) }
            )
        }
    }
}
