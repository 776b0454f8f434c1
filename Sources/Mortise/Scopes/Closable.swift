// SPDX-License-Identifier: MIT

/// An instance that is closed synchronously.
///
/// Instances of caching lifetimes that conform are closed with the container that keeps them:
/// ``Container/close()``. Instances of any lifetime are closed if a factory has returned them and
/// nobody gets them: a step, a property or a decorator failed, or the resolve was cancelled or
/// runs again. A disposer of the definition (`onClose`) replaces this.
public protocol Closable {
    /// Releases the instance's resources.
    ///
    /// Called once, after the instances that depend on this one were closed. No lock is held. If
    /// nobody gets the instance, it is called on the thread that resolves, before the error is
    /// thrown; on the main actor, in a task, if the instance was made there. An error is reported
    /// to observers then.
    func close() throws
}

/// An instance that is closed asynchronously.
///
/// Instances of caching lifetimes that conform are closed with the container that keeps them:
/// ``Container/close()``. Instances of any lifetime are closed if a factory has returned them and
/// nobody gets them, as with ``Closable``. An actor's `func close()` is enough.
public protocol AsyncClosable {
    /// Releases the instance's resources.
    ///
    /// Called once, after the instances that depend on this one were closed. No lock is held.
    /// Cancelling the task that closes the container does not cancel this call. If nobody gets the
    /// instance, a task of its own makes the call, in a synchronous resolve as in an asynchronous
    /// one: the error of the resolve does not wait for it, and closing the container does. So the
    /// instance must be usable on any thread. An error is reported to observers then.
    func close() async throws
}

extension Definition {
    func add(_ disposal: Disposals.Way) {
        guard slot.scope.isCaching, slot.scope != .weakSingleton else {
            fatalError(
                """
                \(slot.key.key)\(slot.place) is .\(slot.scope.lifetime), so no container keeps its \
                instances; onClose is for what a container keeps
                """
            )
        }
        refine("onClose") { details in
            details.disposals = Disposals((details.disposals?.ways ?? []) + [disposal])
        }
    }
}
