// SPDX-License-Identifier: MIT

/// A type whose instances want to know when the resolve that made them is over.
///
/// It is the instance's own type that counts, also behind a protocol. A definition with the scope
/// `.unique` or `.shared` finds out with the first instance it makes: if one factory makes
/// instances of several types and only some conform, use ``Definition/didResolve(_:)`` on the
/// definition.
public protocol ResolutionAware {
    /// Called once, when the outermost resolve that made the instance is over and the instance was
    /// committed.
    ///
    /// Instances are called in reverse order of creation, on the thread that resolved, outside all
    /// locks. Resolving here starts a new resolve.
    func didResolve()
}
