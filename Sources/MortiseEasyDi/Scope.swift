// SPDX-License-Identifier: MIT

public import Mortise

/// How long an object lives.
public enum Scope: Hashable, Sendable {
    /// A new object for every request (E-16).
    ///
    /// The entry point of an object graph. Prototypes that need each other without end are an error
    /// that shows the way around.
    case prototype

    /// One object for each object graph: the default (E-10, E-12).
    ///
    /// A graph begins with the request that nobody else has made, and ends with it.
    case objectGraph

    /// One object for as long as the context lives, made when first asked for (E-14).
    case lazySingleton

    /// One object for as long as anybody else keeps it, and at least until its graph is built (E-15).
    ///
    /// A value has no identity to watch, so it is made anew each time.
    case weakSingleton

    @inlinable var lifetime: EngineScope {
        switch self {
        case .prototype: .unique
        case .objectGraph: .shared
        case .lazySingleton: .singleton
        case .weakSingleton: .weakSingleton
        }
    }
}
