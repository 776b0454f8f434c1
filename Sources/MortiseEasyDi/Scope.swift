// SPDX-License-Identifier: MIT

public import Mortise

/// The lifetime of an object, as in EasyDi.
public enum Scope: Hashable, Sendable {
    /// A new object for every request.
    ///
    /// It is the entry point of an object graph. Prototypes that need each other in a cycle are an error that
    /// shows the cycle.
    case prototype

    /// One object for each object graph: the default.
    ///
    /// A graph lasts as long as its outermost request.
    case objectGraph

    /// One object as long as the context lives, made on first use.
    case lazySingleton

    /// One object for as long as others keep it, and at least until its graph is built.
    ///
    /// A value cannot be held weakly, so each request makes a new one.
    case weakSingleton

    @inlinable var lifetime: EngineLifetime {
        switch self {
        case .prototype: .unique
        case .objectGraph: .shared
        case .lazySingleton: .singleton
        case .weakSingleton: .weakSingleton
        }
    }
}
