// SPDX-License-Identifier: MIT

/// A type whose instances are told when the resolve that made them has ended.
///
/// The instance's own type decides, even behind a protocol. A definition with the lifetime `.unique`
/// or `.shared` checks only the first instance it makes: if one factory makes instances of several
/// types and only some conform, use ``UnisolatedDefinition/didResolve(_:)`` on the definition.
public protocol ResolutionAware {
    /// Called once, when the outermost resolve has ended and the instance is committed.
    ///
    /// Instances are called in reverse order of creation, on the thread that resolved, outside all
    /// locks. Resolving here starts a new resolve.
    func didResolve()
}
