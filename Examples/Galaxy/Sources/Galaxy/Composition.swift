// SPDX-License-Identifier: MIT

import Configuration
import GRDB
import GalaxyDomain
import GalaxyImport
import GalaxyStorage
import GalaxyWeb
import Hummingbird
import Logging
import Mortise
import MortiseConfiguration
import MortiseGraph
import MortiseHummingbird
import MortiseServices

extension ScopeName {
    static let request: ScopeName = "request"
    static let job: ScopeName = "job"
}

typealias Server = Application<RouterResponder<AppContext>>

/// What the program consists of, and the only place that registers and resolves.
enum Composition {
    static func app(_ world: World) -> Container {
        let app = Container(name: "galaxy")
        let observatory = Observatory()
        let token = app.observe(observatory.sees)
        app.register(.singleton) { observatory }.onClose { _ in token.cancel() }
        configure(app, world)
        registerBasics(in: app)
        registerStorage(in: app)
        registerImport(in: app)
        registerRequests(in: app, world)
        registerServer(in: app, world)
        return app
    }

    private static func configure(_ app: Container, _ world: World) {
        app.configure(with: world.providers) {
            $0.bind(DataConfig.self, at: "galaxy.data")
            $0.bind(HTTPConfig.self, at: "galaxy.http")
            $0.bind(AuthConfig.self, at: "galaxy.auth")
            $0.bind(ImportConfig.self, at: "galaxy.import")
            $0.bind(EventsConfig.self, at: "galaxy.events")
        }
    }

    /// What all others may use.
    private static func registerBasics(in app: Container) {
        app.register(.singleton) { SystemClock() as any WallClock }
        app.register(.singleton) { RandomIDs() as any IDs }
        app.register(.singleton) { (config: EventsConfig) in EventHub(heartbeat: config.heartbeat) }
            .implements((any Announcing).self) { $0 }
            .runs()
    }

    private static func registerStorage(in app: Container) {
        app.register(.singleton) { GalaxyDatabase.schema }
        app.async.register(.singleton) { (data: DataConfig, schema: DatabaseMigrator) in
            try await GalaxyDatabase.open(folder: data.folder, migrations: schema)
        }
        .onClose { try GalaxyDatabase.close($0) }
        app.register(.scoped(.request)) { UnitOfWork(pool: $0) }
            .onClose { try $0.close() }
        app.register(.scoped(.request)) {
            SQLStarships(work: $0, events: $1) as any StarshipStore
        }
        app.register(.scoped(.request)) { SQLPeople(work: $0) as any PeopleStore }
    }

    private static func registerImport(in app: Container) {
        app.register(.singleton) { ImportQueue(clock: $0, events: $1) }
            .implements((any ImportJobs).self) { $0 }
        app.register(.singleton, tag: SourceTag.bundled) {
            FolderSource.bundled as any StarshipSource
        }
        .selectable()
        app.register(.singleton, tag: SourceTag.folder) {
            (data: DataConfig, config: ImportConfig) in
            FolderSource(name: "folder", path: config.folder ?? data.folder + "/import")
                as any StarshipSource
        }
        .selectable()
        app.expects(JobRecord.self, in: .job)
        app.register(.scoped(.job)) { Progress(job: $0, queue: $1) }
        app.register(.scoped(.job)) { SQLBatches(pool: $0) as any BatchStore }
        app.register { (config: ImportConfig) in config.pace }
        app.register(.scoped(.job), autowiring: ImportJob.init)
        app.register(.singleton) { [unowned app] (queue: ImportQueue, _: DatabasePool) in
            Importer(queue: queue) { job in
                try await app.withScope(.job, providing: { $0.provide(job) }) { scope in
                    try await scope.async.resolve(ImportJob.self).run()
                }
            }
        }
        .runs()
        app.register(.singleton) { [unowned app] (events: any Announcing) in
            SourceAnnouncer(app.values(of: (any StarshipSource).self), events: events)
        }
        .runs()
    }

    private static func registerRequests(in app: Container, _ world: World) {
        app.expects(RequestInfo.self, in: .request)
        app.register(.scoped(.request)) { AuditTrail($0) { world.logger.notice("\($0)") } }
            .onClose { $0.write() }
        app.register(.singleton) { (auth: AuthConfig) in auth.authenticator }
        app.register(.scoped(.request)) { (request: RequestInfo, known: Authenticator) in
            try known.user(of: request)
        }
        app.register(autowiring: StarshipsController.init)
        app.register(autowiring: PeopleController.init)
        app.register(autowiring: ExportController.init)
        app.register(autowiring: EventsController.init)
        app.register(autowiring: ImportsController.init)
        app.register(autowiring: AdminController.init)
        app.register(autowiring: HealthController.init)
        app.register(.singleton) { [unowned app] in
            Switchboard(
                select: { try app.select(SourceTag(named: $0), for: (any StarshipSource).self) },
                graph: { app.graph.json() }
            )
        }
    }

    private static func registerServer(in app: Container, _ world: World) {
        app.register(.singleton) { Readiness() }
        // What has to run before it, and what controllers need.
        app.register(.singleton) {
            [unowned app] (config: HTTPConfig, _: DatabasePool, _: Importer, _: EventHub) in
            Server(router: router(app), config: config, world: world)
        }
        .runs()
        app.register(.singleton) { (config: HTTPConfig, readiness: Readiness, _: Server) in
            Door(readiness: readiness, draining: config.draining)
        }
        .runs()
    }

    static func router(_ app: Container) -> Router<AppContext> {
        galaxyRouter(app, users: UserContext.self) { context in
            try await context.scope.async.resolve(UnitOfWork.self).commit()
        }
    }

    static func user(of context: AppContext) throws -> User { try context.scope.resolve() }
}
