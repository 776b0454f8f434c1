// SPDX-License-Identifier: MIT

#if Hummingbird
public import Hummingbird

/// A request context that is made from another one, and may resolve from its scope.
///
/// ```swift
/// struct UserContext: ScopedChildContext {
///     var coreContext: CoreRequestContextStorage
///     var scope: RequestScope
///     let user: User
///
///     init(context: AppContext) throws {
///         coreContext = context.coreContext
///         scope = context.scope
///         user = try scope.resolve()
///     }
/// }
/// router.group("me", context: UserContext.self).get(to: ProfileController.show)
/// ```
///
/// It takes over the scope of its parent. With `coreContext = .init(source: context)` instead, it
/// would lose the parameters of the path.
///
/// The initializer cannot await, so what it resolves is made synchronously, or was made before:
/// otherwise resolving fails with code `needs-async`. A factory that refuses the request throws an
/// `HTTPError`, which becomes the answer.
public protocol ScopedChildContext: ChildRequestContext, ScopedRequestContext
where ParentContext: ScopedRequestContext {}
#endif
