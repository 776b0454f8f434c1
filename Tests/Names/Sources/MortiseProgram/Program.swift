// SPDX-License-Identifier: MIT

// One file that imports all of Mortise and all that it may meet. It qualifies one name of ours, which a closure
// leaves out: NIOPosix has a Resolver, too.

import Foundation
import Hummingbird
import Logging
import Mortise
import MortiseGraph
import MortiseTesting
import NIOCore
import NIOPosix
import Observation
import SwiftUINames
import Synchronization
import Testing
import UIKitNames

// MARK: The program's own types

@Observable final class Counter {
    var count = 0
    @ObservationIgnored var limit = 10
}

@MainActor final class OldCounter: ObservableObject {
    @Published var count = 0
}

protocol Greeter: Sendable {
    func greet(_ name: String) -> String
}

final class LoggingGreeter: Greeter {
    private let logger: Logger
    private let greetings = Mutex(0)

    init(logger: Logger) { self.logger = logger }

    func greet(_ name: String) -> String {
        greetings.withLock { $0 += 1 }
        logger.info("greeting", metadata: ["name": "\(name)"])
        return "Hello, \(name)"
    }
}

struct Token: Codable, Hashable, Identifiable {
    let id: UUID
    var expires: Date
    var link: URL?
}

// MARK: Mortise

struct Greetings: Module {
    func register(in container: Container) {
        container.register(.singleton) { Logger(label: "greetings") }
        container.register(.singleton, tag: "logging") {
            LoggingGreeter(logger: try $0.resolve()) as any Greeter
        }
        .implements((any Greeter).self) { $0 }
        container.register { Counter() }
    }
}

struct Services: Assembly {
    let container: Container

    static var exports: [Export<Self>] { [Export { $0.counter }] }

    var counter: Counter { define(.shared) { Counter() } }
}

enum Flavor: String, TagConvertible {
    case plain
    case loud
}

final class Screen {
    @Injected(tag: "logging") var greeter: any Greeter
    @InjectedWeak var counter: Counter?
}

struct Worker {
    @Resolved var greeter: any Greeter
    @LazyResolved var counter: Counter
    @Observed var selected: any Greeter
}

struct Told: ResolutionAware {
    func didResolve() {}
}

final class Connection: Closable, AsyncClosable {
    func close() {}
    func close() async throws {}
}

func typesOfMortise(
    _ definition: Definition<Counter>,
    _ main: MainDefinition<Counter>,
    _ stored: ModuleDefinition<Counter>,
    _ provider: Provider<Counter>,
    _ view: MainActorContainer,
    _ tasks: AsyncContainer,
    _ values: Container.ResolvedValues<any Greeter>,
    _ names: NamedContainers<String>,
    _ lease: ScopeLease,
    _ substitution: Container.Substitution,
    _ context: Mortise.Resolver.Context,
    _ validation: Validation
) throws -> [Key] {
    let lifetimes: [Lifetime] = [.unique, .shared]
    let kept: [Lifetime.Caching] = [.singleton, .scoped(ScopeName("request"))]
    let tag: DefinitionTag? = "loud"
    let inherited: Mortise.Resolver.InheritedTag = .inherited
    _ = (lifetimes, kept, tag, inherited)
    return [definition.key]
}

func useMortise() async throws {
    let container = Container(name: "program") { $0.install(Greetings()) }
    let token: ObservationToken = container.observe { (event: ResolutionEvent) in
        let lifetime: Graph.Lifetime = event.lifetime
        let site: SourceSite? = event.site
        print(event.key, lifetime, site as Any)
    }
    defer { token.cancel() }
    do {
        let greeter = try container.resolve((any Greeter).self, tag: "logging")
        print(greeter.greet("you"))
        try container.validate().check()
    } catch let error as ResolutionError {
        print(error.code, error.diagnostic)
    } catch let error as ValidationError {
        print(error.validation)
    }
    do {
        try await container.close(deadline: .seconds(1))
    } catch {
        let failure: CloseError = error
        print(failure)
    }
}

// MARK: MortiseGraph

struct NothingIsCalledTest: GraphRule {
    let code: DiagnosticCode = .missingBinding
    func findings(in graph: Graph) -> [Diagnostic] { [] }
}

func useGraph() {
    let type = TypeName("Program.Counter")
    let key = Key(type, tag: DefinitionTag.text("loud"))
    let dependency = Dependency(Key("Program.Logger"))
    let graph = Graph([Graph.Node(key, lifetime: Graph.Lifetime.unique, dependencies: [dependency])]
    )
    let rules: [any GraphRule] = GraphRules.all + [NothingIsCalledTest()]
    let findings: [Diagnostic] =
        rules.flatMap { $0.findings(in: graph) }
        + EveryCycleHasAProperty().findings(in: graph)
        + EveryDependencyIsRegistered().findings(in: graph)
        + EveryFactoryIsTransparent().findings(in: graph)
        + EveryKeyIsRegisteredOnce().findings(in: graph)
        + EveryLookupIsUnambiguous().findings(in: graph)
        + NoCaptives().findings(in: graph)
    let site = SourceSite(file: "Program.swift", line: 1)
    print(findings, site, GraphRules.self, NearMisses.self)
}

// MARK: MortiseTesting

extension Tag {
    @Tag static var slow: Self
}

let program = Container(name: "program") { $0.install(Greetings()) }

@Suite(.serialized, .tags(.slow), .overriding(program))
struct GreetingTests {
    @Test(.timeLimit(.minutes(15)), arguments: ["you", "me"])
    func greetsByName(name: String) async throws {
        let log = BuildLog(program)
        let greeter = try #require(try Container.current.resolve((any Greeter)?.self))
        #expect(greeter.greet(name) == "Hello, \(name)")
        log.expect((any Greeter).self, made: 1)
        expectValid(program)
        await expectNoLeaks(closing: program)
        await confirmation { $0() }
        Issue.record(Comment(rawValue: "never"))
    }
}

struct Wired: WiredSample {
    let container: Container
    func resolve<T>(_ type: T.Type) throws -> T { try container.resolve(type) }
    func resolve<T>(_ type: T.Type, tag: String) throws -> T {
        try container.resolve(type, tag: tag)
    }
}

struct Words: Vocabulary {
    func wire(_ sample: ContractSample) throws -> any WiredSample { Wired(container: Container()) }
}

func useTesting() throws {
    for rule: ContractRule in ContractRule.all {
        do {
            try rule.verify(Words())
        } catch let violation as ContractViolation {
            print(violation)
        }
    }
    print(OverlayTrait.self)
}

// MARK: The standard library, Foundation, Observation, Synchronization

actor Store {
    private var tokens: [Token.ID: Token] = [:]
    private let lock = NSLock()

    func keep(_ token: Token) { tokens[token.id] = token }
    func expire<C: Clock>(after delay: Duration, clock: C) async throws
    where C.Duration == Duration {
        try await Task.sleep(for: delay, clock: clock)
        tokens = [:]
    }
}

func useLibraries() async throws {
    let store = Store()
    let instant = ContinuousClock.now
    let elapsed: Duration = .milliseconds(5)
    try await store.expire(after: elapsed, clock: ContinuousClock())
    let task = Task { () throws -> Int in 1 }
    let sum = try await withThrowingTaskGroup(of: Int.self) { group in
        group.addTask { 1 }
        return try await group.reduce(0, +)
    }
    let result: Result<Int, any Error> = await task.result
    let counter = Atomic(sum)
    counter.add(1, ordering: .relaxed)
    let stream = AsyncStream<Int> { $0.finish() }
    for await value in stream { print(value) }
    let now = Date.now
    let predicate = #Predicate<Token> { $0.expires < now }
    let data = try JSONEncoder().encode(Token(id: UUID(), expires: .now))
    let url = URL(filePath: "/").appending(path: "program")
    let progress = Progress(totalUnitCount: 1)
    let operation = BlockOperation {}
    let notification = Notification(name: Notification.Name("changed"))
    let pattern: Regex<Substring> = /[a-z]+/
    let mirror = Mirror(reflecting: data)
    let locale = Locale.current
    withObservationTracking {
        print(Counter().count)
    } onChange: {
    }
    print(
        instant,
        result,
        predicate,
        url,
        progress,
        operation,
        notification,
        pattern,
        mirror,
        locale
    )
    print(Bundle.main, Calendar.current, FileManager.default, Process.self, Thread.self)
    print(KeyPath<Token, Date>.self, Set<Int>.self, Observations<Int, Never>.self)
    print(ObservationRegistrar(), (any Observable).self)
    print(MainActor.self, TaskLocal<Int>.self, Unmanaged<NSObject>.self)
}

// MARK: Logging, NIO, Hummingbird

struct Quiet: LogHandler {
    var logLevel: Logger.Level = .error
    var metadata: Logger.Metadata = [:]
    func log(event: LogEvent) {}
    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }
}

final class Echo: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        context.write(data, promise: nil)
    }
}

func makeGreeter(_ resolver: inout Mortise.Resolver) throws -> any Greeter {
    LoggingGreeter(logger: try resolver.resolve())
}

func serve(on loop: any EventLoop, amount: TimeAmount) async throws {
    let promise: EventLoopPromise<Int> = loop.makePromise()
    let future: EventLoopFuture<Int> = promise.futureResult
    let threads: MultiThreadedEventLoopGroup = .singleton
    print(future, threads)
    let router = Router()
    router.middlewares.add(LogRequestsMiddleware(.info))
    router.get("hello") { (request: Request, context: BasicRequestContext) -> Response in
        let greeter = try program.resolve((any Greeter).self)
        return Response(
            status: .ok,
            body: ResponseBody(byteBuffer: ByteBuffer(string: greeter.greet("you")))
        )
    }
    let app = Application(
        router: router,
        configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 8080)),
        logger: Logger(label: "server")
    )
    try await app.runService()
    throw HTTPError(.notFound)
}

// MARK: SwiftUI, UIKit

struct CounterView: View {
    @State private var isShown = false
    @Binding var name: String
    // Hummingbird has one, too.
    @SwiftUINames.Environment(\.isDark) private var isDark
    @StateObject private var old = OldCounter()
    let counter: Counter

    var body: some View {
        Group {
            Section("Counter") {
                Text("\(counter.count)")
                Button("More") { counter.count += 1 }
            }
            EmptyView()
        }
    }
}

struct CounterApp: App {
    @State private var counter = Counter()

    var body: some Scene {
        WindowGroup { Text("\(counter.count)") }
    }
}

final class CounterController: UIViewController {
    private let label = UIView()
    @Injected var counter: Counter

    override func viewDidLoad() {
        super.viewDidLoad()
        view = label
    }
}
