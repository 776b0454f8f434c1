// SPDX-License-Identifier: MIT

#if Hummingbird
import Hummingbird

/// A request and the context that the middleware was called with, not the one that holds the scope.
struct Visit<Context: ScopedRequestContext>: Sendable {
    let request: Request
    let context: Context
}
#endif
