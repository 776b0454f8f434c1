// SPDX-License-Identifier: MIT

#if Hummingbird
public import Hummingbird

/// A request context that has a scope.
///
/// ```swift
/// struct AppContext: ScopedRequestContext {
///     var coreContext: CoreRequestContextStorage
///     var scope = RequestScope()
///
///     init(source: Source) { coreContext = .init(source: source) }
/// }
/// ```
public protocol ScopedRequestContext: RequestContext {
    /// The scope of the request, which is not opened before it is asked for.
    ///
    /// ``RequestScopeMiddleware`` sets it.
    var scope: RequestScope { get set }
}
#endif
