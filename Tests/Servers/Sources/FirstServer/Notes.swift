// SPDX-License-Identifier: MIT

import Configuration
import Hummingbird
import Logging
import Mortise
import MortiseConfiguration
import MortiseHummingbird
import MortiseServices
import ServiceLifecycle

// The code of the article "Your first server".

struct Note: ResponseCodable {
    let id: Int
    let text: String
}

protocol NoteStore: Sendable {
    func notes() async -> [Note]
    func add(_ text: String) async -> Note
}

actor MemoryStore: NoteStore {
    private var stored: [Note] = []

    func notes() -> [Note] { stored }

    func add(_ text: String) -> Note {
        let note = Note(id: stored.count + 1, text: text)
        stored.append(note)
        return note
    }
}

/// What happens in one request, logged in one line when the request is over.
actor AuditTrail {
    private let path: String
    private var entries: [String] = []

    init(path: String) { self.path = path }

    func add(_ entry: String) { entries.append(entry) }

    func write() {
        Logger.current.info("\(path): \(entries.joined(separator: ", "))")
    }
}

struct AppContext: ScopedRequestContext {
    var coreContext: CoreRequestContextStorage
    var scope = RequestScope()

    init(source: Source) { coreContext = .init(source: source) }
}

struct NotesController {
    let store: any NoteStore
    let audit: AuditTrail

    func list(_ request: Request, context: AppContext) async throws -> [Note] {
        await audit.add("listed")
        return await store.notes()
    }

    func add(_ request: Request, context: AppContext) async throws -> Note {
        let text = try await request.decode(as: String.self, context: context)
        await audit.add("added \(text)")
        return await store.add(text)
    }
}

struct Reporter: Service {
    let store: any NoteStore

    func run() async throws {
        try await cancelWhenGracefulShutdown {
            while true {
                let count = await store.notes().count
                Logger.current.info("\(count) notes")
                try await Task.sleep(for: .seconds(60))
            }
        }
    }
}

struct HTTPConfig: ConfigBound {
    let host: String
    let port: Int

    init(from reader: ConfigReader) throws {
        host = reader.string(forKey: "host", default: "127.0.0.1")
        port = reader.int(forKey: "port", default: 8080)
    }
}

func makeApp(settings: [any ConfigProvider]) -> Container {
    let app = Container(name: "notes")
    app.configure(with: settings) { $0.bind(HTTPConfig.self, at: "http") }
    app.register(.singleton) { MemoryStore() as any NoteStore }
    app.register(.singleton) { Reporter(store: $0) }.runs()

    app.expects(Request.self, in: "request")
    app.register(.scoped("request")) { (request: Request) in AuditTrail(path: request.uri.path) }
        .onClose { await $0.write() }
    app.register { NotesController(store: $0, audit: $1) }

    app.register(.singleton) { [unowned app] (http: HTTPConfig, _: any NoteStore) in
        Application(
            router: makeRouter(app),
            configuration: .init(address: .hostname(http.host, port: http.port))
        )
    }
    .runs()
    return app
}

func makeRouter(_ app: Container) -> Router<AppContext> {
    let router = Router(context: AppContext.self)
    router.add(middleware: RequestScopeMiddleware(app))
    router.get("notes", to: NotesController.list)
    router.post("notes", to: NotesController.add)
    return router
}

@main
struct Notes {
    static func main() async throws {
        let app = makeApp(settings: [EnvironmentVariablesProvider()])
        try await app.runServices(logger: Logger(label: "notes"))
    }
}
