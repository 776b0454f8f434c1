// SPDX-License-Identifier: MIT

package import GalaxyDomain
package import Hummingbird
package import Mortise
import MortiseHummingbird

/// All routes.
///
/// - Parameters:
///   - app: Where the scopes of requests are opened.
///   - users: The context of requests of somebody who is known.
///   - commit: Commits what a request wrote.
/// - Returns: A router with all routes.
package func galaxyRouter<Users: UserRequestContext>(
    _ app: Container,
    users: Users.Type,
    commit: @escaping @Sendable (AppContext) async throws -> Void
) -> Router<AppContext> {
    let router = Router(context: AppContext.self, options: .autoGenerateHeadEndpoints)
    router.add(middleware: ErrorMiddleware())
    router.add(
        middleware: RequestScopeMiddleware(app) { scope, request, _ in
            scope.provide(RequestInfo(request))
        }
    )
    router.add(middleware: CommitMiddleware(commit: commit))

    router.get("healthz", to: HealthController.live)
    router.get("readyz", to: HealthController.ready)

    let api = router.group("api")
    api.get("starships", to: StarshipsController.list)
    api.post("starships", to: StarshipsController.create)
    api.get("starships/{id}", to: StarshipsController.show)
    api.put("starships/{id}", to: StarshipsController.update)
    api.delete("starships/{id}", to: StarshipsController.delete)
    api.get("people", to: PeopleController.list)
    api.get("people/{id}", to: PeopleController.show)
    api.get("export.ndjson", to: ExportController.export)
    api.group("me", context: users).get { _, context in context.user }
    api.post("imports", to: ImportsController.submit)
    api.get("imports/{id}", to: ImportsController.show)
    api.delete("imports/{id}", to: ImportsController.cancel)

    router.get("events", to: EventsController.stream)
    router.post("admin/source/{tag}", to: AdminController.select)
    router.get("admin/status", to: AdminController.status)
    router.get("admin/graph", to: AdminController.graph)
    return router
}

extension User: ResponseEncodable {}
