// SPDX-License-Identifier: MIT
// swift-format-ignore-file
// Long: `scripts/explain.py record` writes it.

extension ErrorPage {
    /// The pages, in the order of their codes.
    package static let all: [ErrorPage] = [
        ErrorPage(
            code: "ambiguous-binding",
            summary: #"Several definitions can be auto-wired, and the container cannot choose one."#,
            text: #"""
            # ambiguous-binding

            Several definitions can be auto-wired, and the container cannot choose one.

            ```text
            [ambiguous-binding] Store can be auto-wired in 2 ways, each with 1 parameter
                        Store
              could be  Store (any API)  App/Wiring.swift:15
              could be  Store (Log)      App/Wiring.swift:16
              hint: tag all but one of them, or pass the arguments of the one that is meant
              more: documentation of Mortise, "ambiguous-binding"
            ```

            ### Why it happens

            If a type has several definitions with different parameters, a request without arguments takes the one
            without parameters. If there is none, it takes the one with the most parameters. If several have the
            most, it throws this error. Here, two definitions have one parameter each:

            ```swift
            $0.register { (api: any API) in Store(api: api) }
            $0.register { (log: Log) in Store(log: log) }
            ```

            The order of registration does not decide. If it did, moving a line would change the program.

            ### How to fix it

            Tag all but one of the definitions, and request the tagged ones with their tags:

            ```swift
            let container = Container {
                $0.register { HTTPClient() as any API }
                $0.register { Log() }
                $0.register { (api: any API) in Store(api: api) }
                $0.register(tag: "log") { (log: Log) in Store(log: log) }
            }
            print(try container.resolve(Store.self).origin)  // api
            print(try container.resolve(Store.self, tag: "log").origin)  // log
            ```

            Or register a definition without parameters, or pass the arguments of the definition that you mean.

            ### When you select an implementation

            `Container/select(_:for:)` throws this error if the type has a definition without a tag:

            ```text
            [ambiguous-binding] any Repository is registered without a tag, so nothing can be selected for it
              any Repository  App/Wiring.swift:12
              hint: give that definition a tag and mark it .selectable()
              more: documentation of Mortise, "ambiguous-binding"
            ```

            Give that definition a tag, and make it one of the implementations: "Switching implementations while running".
            """#
        ),
        ErrorPage(
            code: "argument-mismatch",
            summary: #"The type is registered with other run-time arguments."#,
            text: #"""
            # argument-mismatch

            The type is registered with other run-time arguments.

            ```text
            [argument-mismatch] Article is registered, but nothing provides it without arguments
                     Front    App/Wiring.swift:14
              needs  Article
              hint: Article (Int) is registered at App/Wiring.swift:13; pass these arguments
              more: documentation of Mortise, "argument-mismatch"
            ```

            ### Why it happens

            The types of the arguments are part of the key. The compiler takes them from the call: a definition
            with an `Int` does not match a request with an `Int?`. The request that failed has no arguments,
            other arguments, or the same arguments in another order:

            ```swift
            $0.register { (_: inout Resolver, id: Int) in Article(id: id) }
            $0.register(autowiring: Front.init)  // init(article: Article): asks without arguments
            ```

            `Container/bootstrap()` passes no arguments either. So it throws this error for an eager singleton
            that takes arguments.

            ### How to fix it

            Pass the arguments that the hint shows:

            ```swift
            let container = Container {
                $0.register { (_: inout Resolver, id: Int) in Article(id: id) }
                $0.register { resolver in
                    Front(article: try resolver.resolve(arguments: 1))
                }
            }
            ```

            If you know the arguments only later, take a `Provider`:

            ```swift
            struct Archive {
                let article: Provider<Article>

                func open(_ id: Int) throws -> Article { try article(id) }
            }

            let container = Container {
                $0.register { (_: inout Resolver, id: Int) in Article(id: id) }
                $0.register(autowiring: Archive.init)
            }
            ```

            See "Arguments and tags".
            """#
        ),
        ErrorPage(
            code: "argument-not-hashable",
            summary: #"The container must keep an instance for an argument that is not `Hashable`."#,
            text: #"""
            # argument-not-hashable

            The container must keep an instance for an argument that is not `Hashable`.

            ```text
            [argument-not-hashable] An argument of type Query cannot tell cached instances apart
              Results (Query)  App/Wiring.swift:13
              hint: make it Hashable, or give the definition the lifetime .unique
              more: documentation of Mortise, "argument-not-hashable"
            ```

            ### Why it happens

            A lifetime that keeps instances keeps one for each value of the arguments. To find an instance
            again, the container compares the arguments, so they must be `Hashable`. Here the argument is not:

            ```swift
            struct Query { let text: String }

            $0.register(.singleton) { (_: inout Resolver, query: Query) in Results(text: query.text) }
            ```

            The same is true of `shared` definitions with arguments: a resolve keeps their instances until it is
            over.

            ### How to fix it

            Make the argument `Hashable`:

            ```swift
            struct Search: Hashable, Sendable { let text: String }

            let container = Container {
                $0.register(.singleton) { (search: Search) in Results(text: search.text) }
            }
            let results: Results = try container.resolve(arguments: Search(text: "mortise"))
            ```

            If every request should make a new instance, leave the scope out: unique instances are not kept, so
            their arguments may have any type.
            """#
        ),
        ErrorPage(
            code: "captive-dependency",
            summary: #"An instance holds another one that should not live as long."#,
            text: #"""
            # captive-dependency

            An instance holds another one that should not live as long.

            ```text
            [captive-dependency, warning] Cache (Session) is a singleton, but holds Session, which is shared
                     Cache (Session)  App/Wiring.swift:14
              needs  Session          App/Wiring.swift:13
              hint: hold a provider of it instead, or make it a singleton as well
              more: documentation of Mortise, "captive-dependency"
            ```

            ### Why it happens

            A singleton is made once. Here `Cache` gets the `Session` of the first resolve, and holds that
            session for its whole life:

            ```swift
            $0.register(.shared) { Session() }
            $0.register(.singleton) { Cache(session: $0) }
            ```

            Every later resolve makes a new `Session`, so `Cache` soon uses a session that nothing else uses. The
            same happens with a weak singleton: it is never made anew while a singleton holds it.

            A singleton also holds the instances that its unique dependencies hold, and this finding includes
            them. The instances that another singleton holds are reported for that singleton.

            Resolving does not throw this error, because the graph can be built. `Container/validate()` warns,
            and `Validation/isValid` stays `true`.

            If the singleton holds a `.scoped` instance, the finding is an error: that instance would be closed
            while the singleton uses it:

            ```text
            [captive-dependency] Checkout (Basket) is a singleton, but holds Basket, which is scoped(request)
                     Checkout (Basket)  App/Wiring.swift:14
              needs  Basket             App/Wiring.swift:13
              hint: give the holder the same lifetime, or resolve it where it is used
              more: documentation of Mortise, "captive-dependency"
            ```

            Resolving the singleton throws this error, too, whichever container is asked: a scope that is open does
            not help the singleton, which gets its dependencies from its own container.

            ### How to fix it

            Hold a `Provider`, and call it each time:

            ```swift
            final class SessionCache: Sendable {
                private let session: Provider<Session>

                init(session: Provider<Session>) { self.session = session }

                func refresh() throws -> Session { try session() }
            }

            let container = Container {
                $0.register(.shared) { Session() }
                $0.register(.singleton, autowiring: SessionCache.init)
            }
            ```

            Or make the other instance a singleton as well. See "Scopes and lifetimes".

            A provider does not help with a `.scoped` instance: the provider of a singleton asks the container
            of the singleton, where the scope is not open. Pass the instance as an argument of the method that
            uses it, or give the definition that holds it the same scope.

            ```swift
            let app = Container {
                $0.register(.scoped(.request)) { Basket() }
                $0.register(.scoped(.request)) { Checkout(basket: $0) }  // Ends with its basket.
            }
            ```
            """#
        ),
        ErrorPage(
            code: "close-failed",
            summary: #"A container was closed, but could not dispose of all its instances."#,
            text: #"""
            # close-failed

            A container was closed, but could not dispose of all its instances.

            ```text
            [close-failed] Closing "app" could not dispose of Connection
              Connection  App/Wiring.swift:12
              error: NoReply(after: 3)
              hint: let the disposer handle it; everything else was disposed of
              more: documentation of Mortise, "close-failed"
            ```

            Or, from `Container/close(deadline:)`:

            ```text
            [close-failed] Closing "app" did not finish in time: 1 instance is left
              Uploads  App/Wiring.swift:14
              hint: it goes on; the first of these is what takes so long
              more: documentation of Mortise, "close-failed"
            ```

            This is the text of a `CloseError`. It has one part for each disposer that threw, in the order in
            which they ran, so far if the time was over. One more part is for the instances that were not
            disposed of in time.

            ### Why it happens

            - A disposer threw an error. A disposer is a closure that `UnisolatedDefinition/onClose(_:)-38vgm` has added,
              or the `close()` of a `Closable` or an `AsyncClosable`. The line `error` shows the error, and
              `CloseError/failures` has it unchanged. `(decorator)` marks the instance that a decorator made;
              without it, the original failed. All other disposers ran, and the container is closed.
              Closing it again runs nothing and throws the same error.
            - A disposer takes longer than the deadline. The disposer goes on after the error. If the text says
              that an instance is still under construction, closing waits for a factory, and no disposer has run
              yet.

            `resolve` never throws this error.

            ### How to fix it

            Handle errors in the disposer where you can. Often it does no harm if closing a connection fails:

            ```swift
            let app = Container {
                $0.register(.singleton) { Connection() }
                    .onClose { connection in
                        do {
                            try connection.end()
                        } catch is NoReply {
                            print("gone already")  // It is to be closed anyway.
                        }
                    }
            }
            ```

            Handle all other errors in the code that closes the container: log them, or end the program. See
            "Scopes that own instances".
            """#
        ),
        ErrorPage(
            code: "container-gone",
            summary: #"A provider was called after its container was released."#,
            text: #"""
            # container-gone

            A provider was called after its container was released.

            ```text
            [container-gone] The container that provides Log is gone
              Log
              hint: keep the container for as long as its providers are used
              more: documentation of Mortise, "container-gone"
            ```

            ### Why it happens

            A `Provider` does not keep its container alive. If it did, a container and a singleton that holds a
            provider would keep each other alive. Here nothing else keeps the container:

            ```swift
            let makeLog = Container { $0.register { Log() } }.provider(of: Log.self)
            _ = try makeLog()
            ```

            ### How to fix it

            Keep the container as long as you use its providers, usually in the value that stands for the whole
            program:

            ```swift
            struct Composition {
                let container = Container { $0.register { Log() } }
                var makeLog: Provider<Log> { container.provider(of: Log.self) }
            }

            let composition = Composition()  // Lives as long as the program does.
            let makeLog = composition.makeLog
            print(try makeLog())
            ```
            """#
        ),
        ErrorPage(
            code: "cycle",
            summary: #"An instance is needed in order to build itself."#,
            text: #"""
            # cycle

            An instance is needed in order to build itself.

            ```text
            [cycle] Server is needed in order to build itself
                     Server  App/Wiring.swift:13  (the cycle begins)
              needs  Client  App/Wiring.swift:14
              needs  Server  App/Wiring.swift:13  (the cycle closes)
              hint: set one of them as a property with .injecting { … }, or hold a provider of it
              more: documentation of Mortise, "cycle"
            ```

            ### Why it happens

            Every dependency in the cycle is a parameter of a factory, so no factory can be called first:

            ```swift
            $0.register { Server(client: $0) }
            $0.register { Client(server: $0) }
            ```

            Or the cycle contains a property, but all of its definitions are `unique`. Then each round makes new
            instances, without end:

            ```swift
            $0.register { Server() }.injecting { $1.client = try $0.resolve() }
            $0.register { Client(server: $0) }
            ```

            ```text
            [cycle] Building Server never ends, because everything in the cycle is unique
                        Server  App/Wiring.swift:13  (the cycle begins)
              property  Client  App/Wiring.swift:14
              needs     Server  App/Wiring.swift:13  (the cycle closes)
              hint: make one of them .shared, so that the way back meets the instance that exists
              more: documentation of Mortise, "cycle"
            ```

            Or a definition asks for a type that it provides itself, so that there is nothing to begin with:

            ```swift
            $0.register { HTTPClient(wrapping: try $0.resolve((any API).self)) }
                .implements((any API).self) { $0 }
            ```

            ```text
            [cycle] HTTPClient is needed in order to build itself
                           HTTPClient  App/Wiring.swift:13  (the cycle begins)
              needs        any API     App/Wiring.swift:14
              forwards to  HTTPClient  App/Wiring.swift:13  (the cycle closes)
              hint: any API comes from that definition itself: make the instance in its factory, or ask for another one by its tag
              more: documentation of Mortise, "cycle"
            ```

            `Container/validate()` reports these cycles beforehand, as far as parameters declare the
            dependencies. It knows what an injection step resolves only after the step has run.

            If several threads form the cycle, the thread that closes it gets the error.

            ### How to fix it

            Set one of the instances as a property, and give the definitions a lifetime with which the second
            request gets the existing instance:

            ```swift
            let container = Container {
                $0.register(.shared) { Server() }
                    .injecting { resolver, server in server.client = try resolver.resolve() }
                $0.register(.shared) { Client(server: $0) }
            }
            ```

            Or hold a `Provider` of one of the instances. Cycles explains both.
            """#
        ),
        ErrorPage(
            code: "duplicate-binding",
            summary: #"Two definitions can answer one request, and the second is not marked as replacing the first; or a module is installed with different values; or a container would have to keep a second instance."#,
            text: #"""
            # duplicate-binding

            Two definitions can answer one request, and the second is not marked as replacing the first; or a
            module is installed with different values; or a container would have to keep a second instance.

            ```text
            [duplicate-binding] any API is registered again
                     any API  App/Wiring.swift:13
              again  any API  App/Wiring.swift:14
              hint: mark the last with .replacing(), or tell them apart with a tag
              more: documentation of Mortise, "duplicate-binding"
            ```

            Or, if both implement the type:

            ```text
            [duplicate-binding] any API is registered again
                     any API  App/Wiring.swift:13
              again  any API  App/Wiring.swift:14
              hint: mark each of them with .contributing() for resolveAll, mark the last with .replacing(), or tell them apart with a tag
              more: documentation of Mortise, "duplicate-binding"
            ```

            Or, if only one of the definitions is marked as contributing:

            ```text
            [duplicate-binding] any API is registered both as contributing and not
                     any API  App/Wiring.swift:13
              again  any API  App/Wiring.swift:14
              hint: mark all of them with .contributing(), or the last with .replacing()
              more: documentation of Mortise, "duplicate-binding"
            ```

            Or, if both can be resolved without arguments:

            ```text
            [duplicate-binding, warning] any API is registered twice for requests without arguments
                     any API              App/Wiring.swift:3
              again  any API (any Clock)  App/Wiring.swift:9
              hint: give the closure a resolver first if its parameters are arguments: { (_: inout Resolver, …) in … }
                    mark the last with .replacing(), or tell them apart with a tag
              more: documentation of Mortise, "duplicate-binding"
            ```

            Or, if a child does not add to what its parent contributes, but hides it:

            ```text
            [duplicate-binding, warning] any API is not marked as contributing, so it hides what "app" contributes
                   any API  App/Wiring.swift:9
              and  any API  App/Wiring.swift:2
              hint: mark it with .contributing() to add it, and with .replacing() to replace the others
              more: documentation of Mortise, "duplicate-binding"
            ```

            Or, if two values of a module are installed:

            ```text
            [duplicate-binding] Networking is installed with different values, and each registers any Clock and 1 more
                     Networking  App/Wiring.swift:3
              again  Feed        App/Wiring.swift:9
              needs  Networking
              hint: install one of them, or let the module tag what it registers
              more: documentation of Mortise, "duplicate-binding"
            ```

            Or, if the container already keeps an instance and should keep an adopted object:

            ```text
            [duplicate-binding] Flour has an instance already, so another one cannot be kept
              Flour  Town/Wiring.swift:1
              hint: adopt it without keeping it, or reset the singletons first
              more: documentation of Mortise, "duplicate-binding"
            ```

            ### Why it happens

            The last definition of a key wins. That is useful in tests. It is surprising when two modules register
            the same type by accident:

            ```swift
            $0.register { HTTPClient() as any API }
            $0.register { HTTPClient() as any API }
            ```

            Definitions with different parameters are told apart by the arguments of a request. A request without
            arguments takes the definition without parameters, or else the one with the most. If all parameters of
            two definitions are provided, one of them is never used without arguments:

            ```swift
            $0.register(.singleton) { Live() as any API }
            $0.register(.singleton) { Fake(clock: $0) as any API }  // never resolved
            ```

            It is a warning if one of them is a closure with parameters, which may be arguments that something
            provides by accident, and an error if both are functions that are registered with `autowiring:` or have
            no parameters. A definition with a parameter that nothing provides is meant to be resolved with
            arguments, and is no duplicate.

            Two contributions with one tag are a warning, and an error if a definition needs the dictionary of what
            contributes. They are fine if a definition resolves all with that tag.

            A module that is installed twice is no mistake if the two values are equal. If its type is `Hashable`
            and the values differ, both are installed, and the definitions of the second replace those of the
            first. If its type is not `Hashable`, only the first value is installed. A second one that has stored
            properties is then reported as a warning.

            Only resolving a dictionary throws this error. `Container/validate()` reports the others. A definition
            in a child container that overrides a definition of its parent is not a duplicate, unless that contributes.

            `Container/adopt(keeping:as:tag:)` throws this error if the container already keeps an instance of
            the definition. That instance stays, and the adopted object is left as it is.

            ### How to fix it

            Replace the first definition, tell the definitions apart by tags, or let all of them contribute:

            ```swift
            let container = Container()
            container.register { HTTPClient() as any API }
            container.register { HTTPClient() as any API }.replacing()  // On purpose.

            container.register(tag: "audit") { Log() }  // Two to choose from.
            container.register(tag: "debug") { Log() }

            container.register { Analytics() }.contributing()  // All of them.
            container.register { Analytics() }.contributing()
            ```
            """#
        ),
        ErrorPage(
            code: "factory-threw",
            summary: #"A factory threw an error of its own."#,
            text: #"""
            # factory-threw

            A factory threw an error of its own.

            ```text
            [factory-threw] The factory of Settings threw an error
                     Feed      App/Wiring.swift:15
              needs  any API   App/Wiring.swift:14
              needs  Settings  App/Wiring.swift:13
              error: NoSuchFile(path: "/etc/feed.json")
              more: documentation of Mortise, "factory-threw"
            ```

            ### Why it happens

            The factory on the last line of the path threw the error that is printed after `error`. The container
            never swallows or rewords such an error, and does not call the factory again by itself. Unfinished
            instances are discarded. The next request calls the factory again.

            ### How to fix it

            This is often not a mistake in the wiring: a file is missing, or a server does not answer. Look at
            `ResolutionError/underlying`:

            ```swift
            do {
                let settings: Settings = try container.resolve()
                print(settings)
            } catch let error as ResolutionError {
                switch error.underlying {
                case let missing as NoSuchFile: print("There is no \(missing.path)")
                default: throw error
                }
            }
            ```

            If a request inside a factory fails, it throws a `ResolutionError`. If the factory lets that error
            pass, the error keeps its own code and path: it does not become `factory-threw`.
            """#
        ),
        ErrorPage(
            code: "injection-failed",
            summary: #"An injection step or an injected property threw an error of its own."#,
            text: #"""
            # injection-failed

            An injection step or an injected property threw an error of its own.

            ```text
            [injection-failed] An injection step of Server threw an error
              Server  App/Wiring.swift:13
              error: NoSuchFile(path: "key.pem")
              hint: handle the error where it is thrown, if Server can do without
              more: documentation of Mortise, "injection-failed"
            ```

            ### Why it happens

            An injection step, added with `UnisolatedDefinition/injecting(in:_:)`, threw an error:

            ```swift
            $0.register(.shared) { Server() }.injecting { _, server in
                server.key = try readKey("key.pem")
            }
            ```

            Or a property type of your own, an `InjectableProperty`, threw an error in
            `InjectableProperty/inject(from:)`. Then the first line names the property:
            `The property wine of Cellar threw an error`.

            The line `error` shows the error, and `ResolutionError/underlying` has it unchanged. The instance
            is dropped, together with every instance that was waiting for it. The next request starts anew.

            If a request inside the step fails, you get the error of that request, with its own code. In the
            path, the word `property` stands for the step:

            ```text
            [missing-binding] Nothing provides Client
                        Server  App/Wiring.swift:13
              property  Client
              more: documentation of Mortise, "missing-binding"
            ```

            ### How to fix it

            Correct the step, or handle the underlying error where you resolve: factory-threw shows how. If
            the code fails often for good reasons, move it from the step to a method that you call later.
            """#
        ),
        ErrorPage(
            code: "may-fail",
            summary: #"A request fails on some way that leads to it, and `mortise prove` cannot exclude that way."#,
            text: #"""
            # may-fail

            A request fails on some way that leads to it, and `mortise prove` cannot exclude that way.

            ```text
            main.swift:14:9: error: [may-fail] Nothing provides Log, depending on `if isDebug {` (main.swift:12)
                _ = try c.resolve(Log.self)
                        ^
              Log  App/main.swift:14
              more: documentation of Mortise, "may-fail"
            ```

            ### Why it happens

            What the request needs is registered under a condition, in a loop that may have no rounds, after a
            call that may throw, or by code that may run later or never. The message names the condition if it
            is one:

            ```swift
            if isDebug {
                container.register(.singleton) { Log() }
            }
            _ = try container.resolve(Log.self)
            ```

            Two conditions that always agree are not recognized as one. What one condition decides belongs together, also after
            its branches have ended: see "Proving a program".

            ### How to fix it

            - Register something on the other way, too, also if it does nothing.
            - Ask under the same condition at the same place, in the same branch.
            - Ask for an optional, `container.resolve(Log?.self)`, if it may really be missing.
            """#
        ),
        ErrorPage(
            code: "missing-binding",
            summary: #"No definition provides the requested type."#,
            text: #"""
            # missing-binding

            No definition provides the requested type.

            ```text
            [missing-binding] Nothing provides any API
                     Screen   App/Wiring.swift:15
              needs  Feed     App/Wiring.swift:14
              needs  any API
              hint: HTTPClient conforms to it and is registered at App/Wiring.swift:13; add .implements((any API).self) { $0 }
              more: documentation of Mortise, "missing-binding"
            ```

            ### Why it happens

            No definition matches the key on the last line of the path, neither in the container that was asked
            nor in its sources. A request finds a definition by the type that it was *registered as*:

            ```swift
            let container = Container {
                $0.register { HTTPClient() }
                $0.register(autowiring: Feed.init)  // init(api: any API)
                $0.register { Screen(feed: $0) }
            }
            ```

            Here `HTTPClient` is registered, but `any API` is not. Other reasons:

            - The definition has a tag, and the request has none, or another one: "Arguments and tags".
            - The definition has no tag, and the request has one. Mark the definition with
              `RefinableDefinition/forAnyTag()` if it is meant for every tag.
            - The definition is in a module that is not installed.
            - The definition is in a child of the container that was asked.
            - A singleton of a parent needs the type, and only the child or scope that was asked defines it. The
              hint then names both containers: see "Scopes and lifetimes".
            - An array is asked for, and its elements do not contribute: mark their definitions with
              `RefinableDefinition/contributing()`.
            - A parameter has an optional type. Auto-wiring resolves it like any other parameter, so that a missing
              definition is noticed:

            ```text
            [missing-binding] Nothing provides any Mill
                     Flour     Town/Wiring.swift:1
              needs  any Mill
              hint: `(any Mill)?` is optional for you, not for the container: declare it with `expects((any Mill)?.self)`, or write `try resolver.resolve((any Mill)?.self)`
              more: documentation of Mortise, "missing-binding"
            ```

            ### How to fix it

            Register the type as `any API`:

            ```swift
            let container = Container {
                $0.register { HTTPClient() as any API }
                $0.register(autowiring: Feed.init)
            }
            ```

            Or register it as both types:

            ```swift
            let container = Container {
                $0.register { HTTPClient() }.implements((any API).self) { $0 }
                $0.register(autowiring: Feed.init)
            }
            ```

            If the dependency may be missing, declare that with `expects(Analytics?.self)`: Auto-wiring. Or
            resolve the optional type explicitly:

            ```swift
            let analytics = try container.resolve(Analytics?.self)
            print(analytics == nil)  // true
            ```

            ### When it is reported

            `resolve` throws this error. `Container/validate()` reports it for dependencies that are parameters:
            see Validating.
            """#
        ),
        ErrorPage(
            code: "missing-input",
            summary: #"An input comes from outside, and nobody has provided it."#,
            text: #"""
            # missing-input

            An input comes from outside, and nobody has provided it.

            ```text
            [missing-input] The scope "request", opened at App/Server.swift:40, is not given User
              User  App/Wiring.swift:12
              hint: provide it where the scope is opened: openScope("request") { $0.provide(…) }
              more: documentation of Mortise, "missing-input"
            ```

            ### Why it happens

            The container declares what scopes of that name get from outside, and the code that opens one does
            not provide it:

            ```swift
            let app = Container {
                $0.expects(User.self, in: .request)
                $0.register(.scoped(.request)) { Greeting(user: $0) }
            }
            let request = try app.openScope(.request)
            ```

            Other reasons:

            - The value is of another type than the input, such as a type that conforms to the expected
              protocol. The hint then says which type to add.
            - The scope is opened inside another one of the same name. Each has its own inputs.
            - The input is declared without the name of a scope, and the child or the overlay that is asked
              does not provide it. Then the error comes from the request that needs it, and shows the path.
            - The input may be left out, and a definition needs it in any case.

            ### How to fix it

            Provide it:

            ```swift
            let request = try app.openScope(.request) { $0.provide(User()) }
            ```

            If it may be left out, declare it so, and ask for an optional:

            ```swift
            let open = Container {
                $0.expects(User?.self, in: .request)
                $0.register(.scoped(.request)) { Banner(user: $0) }
            }
            let anonymous = try open.openScope(.request)
            ```

            See "Scopes that own instances".
            """#
        ),
        ErrorPage(
            code: "missing-scope",
            summary: #"An instance lives in a scope, and no scope of that name is open."#,
            text: #"""
            # missing-scope

            An instance lives in a scope, and no scope of that name is open.

            ```text
            [missing-scope] Basket lives in a scope "request", and none is open
                     Checkout  App/Wiring.swift:13
              needs  Basket    App/Wiring.swift:12
              hint: resolve through openScope or withScope of that name, or give the definition another lifetime
              more: documentation of Mortise, "missing-scope"
            ```

            ### Why it happens

            The instances of a `.scoped` definition live in the nearest scope of its name. The search begins at
            the container that is asked, and goes on with its parents. Here it finds no such scope, because
            `app` itself is asked:

            ```swift
            let app = Container {
                $0.register(.scoped(.request)) { Basket() }
                $0.register { Checkout(basket: $0) }
            }
            let checkout: Checkout = try app.resolve()
            ```

            Other reasons:

            - The open scope has another name.
            - A `Provider` that `app` has made is called, or a `LazyResolved` or `Resolved` property that was
              given `app` is read. They ask `app`, not the scope. The path then begins with the definition that
              holds the provider or the property.

            Resolving an optional does not help, because the definition exists. If a singleton needs the instance,
            no scope helps: the error is then captive-dependency.

            ### What validating finds

            `Container/validate()` says nothing about a scope that is not open yet. In an open scope it reports
            an instance of that scope that needs one of a scope which does not enclose it: opening the other scope
            later does not help.

            ```text
            [missing-scope] Session lives in a scope "login", which does not enclose the "request" that keeps Basket
                     Basket   App/Wiring.swift:5
              needs  Session  App/Wiring.swift:3
              hint: open it inside that scope, or pass the instance as an argument where it is used
              more: documentation of Mortise, "missing-scope"
            ```

            A provider that a singleton holds asks the container that keeps the singleton, whichever scopes are
            open elsewhere. If its instance lives in a scope, the provider never works, and validation says so. Of a
            lazy property that was given a container it says so once the factory of its owner has run:

            ```text
            [missing-scope] Session lives in a scope "login", and none is open
                        Keeper   App/Wiring.swift:4
              provider  Session  App/Wiring.swift:3
              hint: Session is looked for where Keeper is kept: give that the scope of Session as well, or pass Session as an argument where it is used
              more: documentation of Mortise, "missing-scope"
            ```

            A name that occurs once, and nearly is another one, is a warning. The other one is that of an open
            scope or of an input's scope, or several definitions use it.

            ```text
            [missing-scope, warning] Session belongs to a scope "logn", a name that nothing else uses
              Session  App/Wiring.swift:3
              hint: is it "login"?
              more: documentation of Mortise, "missing-scope"
            ```

            Declare the names of scopes as constants of `ScopeName`. Then the compiler finds such mistakes.

            ### How to fix it

            Resolve from the scope:

            ```swift
            try await app.withScope(.request) { request in
                _ = try request.resolve(Checkout.self)
            }
            ```

            If an object that lives longer needs the instance, pass the instance as an argument:

            ```swift
            let single = Container {
                $0.register(.scoped(.request)) { Basket() }
                $0.register(.singleton) { Orders() }  // Holds no basket.
            }

            final class Orders: Sendable {
                func place(_ basket: Basket) {}
            }

            try await single.withScope(.request) { request in
                try single.resolve(Orders.self).place(request.resolve())
            }
            ```

            See "Scopes that own instances".
            """#
        ),
        ErrorPage(
            code: "needs-async",
            summary: #"Only an asynchronous resolve can build the instance."#,
            text: #"""
            # needs-async

            Only an asynchronous resolve can build the instance.

            ```text
            [needs-async] Database is made asynchronously, and is not finished
                     Feed      App/Wiring.swift:13
              needs  Database  App/Wiring.swift:12
              hint: resolve through container.async, or finish it before: await it once
              more: documentation of Mortise, "needs-async"
            ```

            ### Why it happens

            The definition on the last line of the path has an asynchronous factory, and the resolve is
            synchronous:

            ```swift
            $0.register(.singleton) { try await Database() }
            $0.register { Feed(database: $0) }
            ```

            The thread of a synchronous resolve never waits for a task. So the resolve throws this error even
            while another resolve is making the instance. Once a kept instance is finished, every resolve returns
            it. An asynchronous definition that is `unique` or `shared` can never be resolved without `await`.

            `Container/bootstrap()`, `MainActorContainer`, and calls of a `Provider` or a
            `MainActorProvider` resolve synchronously, too.

            ### How to fix it

            Resolve with `await`. The asynchronous definition may be anywhere in the graph:

            ```swift
            let feed = try await container.async.resolve(Feed.self)
            ```

            Or await the instance once, when the program starts:

            ```swift
            let container = Container {
                $0.register(.eagerSingleton) { try await Database() }
                $0.register { Feed(database: $0) }
            }
            try await container.async.bootstrap()

            let feed: Feed = try container.resolve()
            ```

            `Container/validate()` warns of a `Provider` or a `MainActorProvider` of what is made
            asynchronously for each request. Such a provider works at most while its holder is made asynchronously.
            It says nothing of what is kept, which may be finished before the provider is used.

            If a `Provider` or a `MainActorProvider` was called, the hint names the provider to hold instead:

            ```text
              hint: hold an AsyncProvider of Feed, or finish it before: await it once
            ```

            ```swift
            final class Reader: Sendable {
                let feed: AsyncProvider<Feed>
                init(feed: AsyncProvider<Feed>) { self.feed = feed }

                func read() async throws -> Database { try await feed().database }
            }
            ```

            See "Actors and async".
            """#
        ),
        ErrorPage(
            code: "needs-main-actor",
            summary: #"Only the main actor can build the instance."#,
            text: #"""
            # needs-main-actor

            Only the main actor can build the instance.

            ```text
            [needs-main-actor] Model is made on the main actor, and this is not it
                     Presenter  App/Wiring.swift:13
              needs  Model      App/Wiring.swift:12
              hint: resolve through container.main, on the main actor or with await
              more: documentation of Mortise, "needs-main-actor"
            ```

            ### Why it happens

            The definition on the last line of the path was registered with `Container/main`. The container was
            asked for it, or for an instance that needs it, without the main actor:

            ```swift
            $0.main.register { Model(basket: try $0.resolve()) }
            $0.register { Presenter(model: $0) }
            ```

            Asking the container itself is an error on the main thread, too: only `Container/main` knows that
            the caller is on the main actor. Once a kept instance is finished, every resolve returns it.

            `Container/async` throws this error for one reason only: the type is not `Sendable`, so its
            instance cannot leave the main actor.

            ### How to fix it

            Resolve through `main`: without `await` on the main actor, with `await` elsewhere:

            ```swift
            @MainActor func show(_ container: Container) throws -> Presenter {
                try container.main.resolve()
            }

            func load(_ container: Container) async throws -> Model {
                try await container.main.resolve()
            }
            ```

            If a `Provider` was called, the hint names the provider to hold instead:

            ```text
              hint: hold a MainActorProvider of Presenter, for use on the main actor
            ```

            ```swift
            @MainActor final class Window {
                let present: MainActorProvider<Presenter>
                init(present: MainActorProvider<Presenter>) { self.present = present }

                func open() throws -> Model { try present().model }
            }
            ```

            If code needs both asynchronous instances and instances of the main actor, resolve through `async`. If
            a type does not need the main actor, register it without `Container/main`. See
            "Actors and async".
            """#
        ),
        ErrorPage(
            code: "not-proven",
            summary: #"Validation cannot tell whether a definition has everything it needs."#,
            text: #"""
            # not-proven

            Validation cannot tell whether a definition has everything it needs.

            ```text
            [not-proven, note] 2 of 14 factories not seen yet: Feed, Screen
              hint: auto-wire them, run them in a test, prove them with `mortise prove`, or mark those that you have checked with .seen()
              more: documentation of Mortise, "not-proven"
            ```

            ### Why it happens

            The factory or an injection step resolves its dependencies from a `Resolver`. The container cannot
            see which dependencies such code will request:

            ```swift
            $0.register { Feed(api: try $0.resolve()) }
            ```

            One note counts the factories that have not run yet, and lists the first of them. Once a factory has
            run, the graph lists what it resolved, and validation checks that. The factory may need more the next
            time. A run in another container, such as a test's overlay, does not count.

            Decorators, and factories that take run-time arguments besides a resolver, are not counted: there is
            nothing to do about them.

            Or a closure has parameters that no definition provides. They may be missing dependencies or run-time
            arguments:

            ```text
            [not-proven, note] Feed cannot be resolved without arguments: nothing provides any API
              Feed (any API)  App/Wiring.swift:13
              hint: if it is meant to be, register what is missing
              more: documentation of Mortise, "not-proven"
            ```

            This is a note, not an error. It says which part of the graph `Container/validate()` could not
            check. `Validation/isValid` stays `true`, and `Validation/notVerified` lists all such notes.

            ### How to fix it

            Declare the dependencies as parameters:

            ```swift
            let container = Container {
                $0.register { HTTPClient() as any API }
                $0.register { Feed(api: $0) }
            }
            ```

            If a factory must decide at run time which dependencies it resolves, leave it as it is. Resolve it in a
            test before you validate, or prove it with the command `mortise prove`, which reads the code of
            factories: "Proving a program". If you have checked it by other means, mark it with `RefinableDefinition/seen()`.

            Register parameters that are always resolved with `autowiring:`. Then a missing one is error
            missing-binding. For parameters that are always passed as arguments, write a closure whose
            first parameter is a resolver: `{ (_: inout Resolver, size: Int) in … }`. Validation cannot see the
            dependencies of such a factory either.
            """#
        ),
        ErrorPage(
            code: "nothing-to-decorate",
            summary: #"A decorator has nothing to wrap."#,
            text: #"""
            # nothing-to-decorate

            A decorator has nothing to wrap.

            ```text
            [nothing-to-decorate] any Feed is decorated, but there is nothing to decorate
              any Feed  App/Caching.swift:10  (decorator)
              hint: LiveFeed conforms to it and is registered at App/Feeds.swift:1; add .implements((any Feed).self) { $0 }
              more: documentation of Mortise, "nothing-to-decorate"
            ```

            ### Why it happens

            A decorator wraps definitions of exactly its type, and of its tag if it has one, in its container and
            in those that this searches next: its parent, the container that its scope was opened from, the base
            of an overlay. If there is none, the module that registers it may not be installed, the definition may
            be of the concrete type, or the decorator may belong to a child that has it.

            An input is brought by a scope, a child or an overlay, so a decorator of the container that expects it
            does not wrap it: decorate it where it is brought. What is found through a link is decorated in the
            linked container. The hint says so.

            Of a decorator for scopes it is a warning: a scope may bring what is wrapped.

            Resolving does not throw this error. `Container/validate()` reports it. A test with an overlay fails
            if a decorator of the overlay has nothing to wrap: Testing.

            ### How to fix it

            Decorate the type that is registered, in the container that has it or in one that searches it:

            ```swift
            let app = Container {
                $0.register(.singleton) { HTTPClient() as any API }
                $0.decorate((any API).self) { original, _ in Retrying(original) }
            }
            ```
            """#
        ),
        ErrorPage(
            code: "nothing-to-replace",
            summary: #"A definition is marked as replacing another one, but there is none; or a definition of an overlay overrides nothing, and nothing needs it."#,
            text: #"""
            # nothing-to-replace

            A definition is marked as replacing another one, but there is none; or a definition of an overlay
            overrides nothing, and nothing needs it.

            ```text
            [nothing-to-replace] HTTPClient is marked as replacing, but there is nothing to replace
              HTTPClient  App/Wiring.swift:9
              hint: HTTPClient conforms to any API, registered at App/Wiring.swift:3; add `as any API`
              more: documentation of Mortise, "nothing-to-replace"
            ```

            Or, as a warning:

            ```text
            [nothing-to-replace, warning] any Calendar overrides nothing, and nothing needs it
              any Calendar  App/Wiring.swift:9
              hint: leave it out, or register the type that is to be overridden
              more: documentation of Mortise, "nothing-to-replace"
            ```

            Or, as a warning, if requests with a tag lose the answer that they had:

            ```text
            [nothing-to-replace, warning] any API replaces a definition for any tag, but not for requests with a tag
              any API  App/Wiring.swift:9
              hint: mark it with .forAnyTag() as well
              more: documentation of Mortise, "nothing-to-replace"
            ```

            ### Why it happens

            `RefinableDefinition/replacing(_:)` looks for definitions of the same type and tag, in the container itself
            and in those that it searches next: its parent, the container that its scope was opened from, the
            base of an overlay. If there is none, something else is resolved than the author meant. Often the
            closure returns the concrete type, while the other definition provides a protocol:

            ```swift
            app.register(.singleton) { HTTPClient() as any API }
            app.overriding { $0.register { FakeClient() }.replacing() }
            ```

            Resolving does not throw this error. `Container/validate()` reports it as an error. A test with an
            overlay fails with it: Testing. An observer of the base gets an event of kind
            `ResolutionEvent/Kind/nothingToReplace`.

            A definition and the types that it forwards count as one: it is enough if one of them replaces
            something. A definition of an overlay that is not marked is a warning only.

            ### How to fix it

            Register the type and the tag of the other definition, or leave `replacing()` out:

            ```swift
            let app = Container { $0.register(.singleton) { HTTPClient() as any API } }

            let overlay = app.overriding {
                $0.register { HTTPClient() as any API }.replacing()
                $0.register { Log() }  // New.
            }
            ```

            To find such mistakes, mark all definitions of an overlay that are meant to override something.
            """#
        ),
        ErrorPage(
            code: "scope-closed",
            summary: #"A container was asked for an instance after it began to close."#,
            text: #"""
            # scope-closed

            A container was asked for an instance after it began to close.

            ```text
            [scope-closed] "request" is closed, so it cannot provide Checkout
              Checkout
              hint: resolve before close() begins, or open another scope
              more: documentation of Mortise, "scope-closed"
            ```

            ### Why it happens

            Code resolves from a scope, or from any other container, after `Container/close()` has begun:

            ```swift
            try await request.close()
            let checkout: Checkout = try request.resolve()
            ```

            The container throws this error for every type that it does not provide any more, whether or not the
            type was ever registered. These requests get it, too:

            - a request to a child, for an instance that the child would get from the closed container;
            - a call of a `Provider` that the scope has made;
            - a request of a task that was started in the body of `Container/withScope(_:file:line:providing:_:)-55c2u` and outlives it;
            - a request of a factory that was already running when closing began.

            Closing a container also closes the scopes that were opened from it. Code that holds such a scope may
            find it closed, although that code has not closed it.

            ### How to fix it

            Resolve all instances before the scope ends. If the work outlives the function that started it, hold a
            lease:

            ```swift
            let lease = try app.leaseScope(.request)

            let background = Task {  // Goes on after the request was answered.
                _ = try lease.scope.resolve(Checkout.self)
            }
            ```

            If the work is independent, open another scope for it. `Container/isClosed` tells whether closing has
            begun, but it may begin right after you have asked. See "Scopes that own instances".
            """#
        ),
        ErrorPage(
            code: "too-deep",
            summary: #"The chain of dependencies is longer than the stack allows."#,
            text: #"""
            # too-deep

            The chain of dependencies is longer than the stack allows.

            ```text
            [too-deep] The chain of dependencies is deeper than the stack allows
                     Folder (Int)  App/Wiring.swift:12
              needs  Folder (Int)  App/Wiring.swift:12
              needs  Folder (Int)  App/Wiring.swift:12
              needs  Folder (Int)  App/Wiring.swift:12
              needs  Folder (Int)  App/Wiring.swift:12
              needs  Folder (Int)  App/Wiring.swift:12
              needs  Folder (Int)  App/Wiring.swift:12
              needs  Folder (Int)  App/Wiring.swift:12
              … 1 164 more …
              needs  Folder (Int)  App/Wiring.swift:12
              needs  Folder (Int)  App/Wiring.swift:12
              needs  Folder (Int)  App/Wiring.swift:12
              needs  Folder (Int)  App/Wiring.swift:12
              needs  Folder (Int)  App/Wiring.swift:12
              needs  Folder (Int)  App/Wiring.swift:12
              needs  Folder (Int)  App/Wiring.swift:12
              needs  Folder (Int)  App/Wiring.swift:12
              hint: resolve on a thread with a larger stack, or break the chain with a Provider
              more: documentation of Mortise, "too-deep"
            ```

            ### Why it happens

            Each factory calls the next one, so a chain of definitions is a chain of calls. The resolve throws this
            error before the stack of the thread overflows. A definition with arguments that asks for itself with
            other arguments can make a long chain:

            ```swift
            container.register { (resolver: inout Resolver, depth: Int) -> Folder in
                if depth > 0 { _ = try resolver.resolve(Folder.self, arguments: depth - 1) }
                return Folder(depth: depth)
            }
            ```

            The possible depth depends on the thread: the main thread usually has a larger stack than others. A
            thread with musl's default stack of 128 KiB has room for a chain of a few dozen definitions in an
            optimized program.

            ### How to fix it

            Hold a `Provider`, and resolve the next instance when you need it:

            ```swift
            let container = Container()
            container.register { (resolver: inout Resolver, depth: Int) in
                Folder(depth: depth, parent: resolver.provider(of: Folder.self))
            }

            var folder: Folder = try container.resolve(arguments: 1_000_000)
            folder = try folder.parent?(folder.depth - 1) ?? folder
            ```

            A member of an assembly may have arguments without saying which of them tell its instances apart. Then
            each call of it makes another instance. If such members need each other, the hint shows what to
            write:

            ```text
              hint: say which arguments tell the instances of Folders.folder(id:): Folder apart, as in define(.shared, for: id); or resolve on a thread with a larger stack
            ```

            With `for:`, the cycle leads back to the existing instance. If there is none yet, the error is
            cycle. In the vocabulary of EasyDi, write `key: "make\(id)"`.

            If the chain has to be that long, resolve it on a thread with a larger stack.

            The container checks the stack only when it calls a factory. If your own code uses much stack in one
            call inside a factory, the stack may still overflow.
            """#
        ),
        ErrorPage(
            code: "type-mismatch",
            summary: #"An instance does not have the required type."#,
            text: #"""
            # type-mismatch

            An instance does not have the required type.

            ```text
            [type-mismatch] Caravan is no VillageBakery
                           any Bakery     Town/Wiring.swift:2
              forwards to  VillageBakery  Town/Wiring.swift:1
              hint: pass an instance of VillageBakery, or register what it is
              more: documentation of Mortise, "type-mismatch"
            ```

            ### Why it happens

            The compiler checks the types of factories. Instances from elsewhere are checked at run time:

            * You adopt an object as a forwarded type. The object does not have the type to which the forwarded
              type leads.
            * You adopt an optional that is `nil`, so there is no object.
            * A weak property, `InjectedWeak`, has to hold a value. There are no weak references to values:

            ```text
            [type-mismatch] The property number of Attic cannot be filled: Int is no class, so nothing can be weak about it
              Attic  Town/Wiring.swift:1
              hint: use @Injected, or provide an object
              more: documentation of Mortise, "type-mismatch"
            ```

            * The substitute for a member of an assembly has another type than the member: "Registering or assemblies".
            * In a vocabulary in which your code calls the factory, that code returns an instance of another type.

            Between resolves, a weak singleton is kept as an object. The container converts it to its type when it
            is asked for again. No case is known in which this conversion fails. If it fails, the error has no
            hint.

            ### How to fix it

            Follow the hint. To adopt objects of several classes as one protocol, register each class, and adopt
            each object as its own class: `Container/adopt(dynamically:tag:)`. If there is no hint, please report
            the error with the definition on the last line of the path.
            """#
        ),
        ErrorPage(
            code: "unexpected-input",
            summary: #"A value is provided, and no container expects it."#,
            text: #"""
            # unexpected-input

            A value is provided, and no container expects it.

            ```text
            [unexpected-input] The scope "request", opened at App/Server.swift:40, is given Admin, which nothing expects
              Admin  App/Server.swift:40
              hint: Admin conforms to any Account: add `as: (any Account).self`
              more: documentation of Mortise, "unexpected-input"
            ```

            ### Why it happens

            `Container/provide(_:as:tag:file:line:)` brings what
            `Container/expects(_:in:tag:file:line:)` declares. Nothing declares this one:

            - The value has another type or tag than the input.
            - The input is declared for scopes of another name.
            - Nothing needs the value any more.

            Opening a scope fails with this error. For a child or an overlay `Container/validate()` reports
            it.

            ### How to fix it

            Provide it as the type that is expected, declare it, or leave it out. If only this scope is to have a
            definition of its own, register it instead:

            ```swift
            let request = try app.openScope(.request) {
                $0.provide(User(), as: (any Account).self)
                $0.register { User() }  // Known here only.
            }
            ```

            See "Scopes that own instances".
            """#
        ),
        ErrorPage(
            code: "unstubbed",
            summary: #"A test resolved a live service that it should have replaced."#,
            text: #"""
            # unstubbed

            A test resolved a live service that it should have replaced.

            ```text
            [unstubbed] any Gateway is live, and this test has not replaced it
                     Shop         App/Wiring.swift:13
              needs  any Gateway  App/Wiring.swift:12
              hint: register a stub for it in the overlay of the test
              more: documentation of Mortise, "unstubbed"
            ```

            ### Why it happens

            The definition is marked with `RefinableDefinition/unstubbed()`: it uses a live service, such as a network or a
            payment service. A test asks for it through an overlay, and the overlay does not replace it:

            ```swift
            let app = Container {
                $0.register(.singleton) { LiveGateway() as any Gateway }.unstubbed()
                $0.register(.singleton) { Shop(gateway: $0) }
            }

            @Test(.overriding(app)) func `an order is paid`() throws {
                let shop = try Container.current.resolve(Shop.self)
            }
            ```

            The factory is not called. The test fails even if code on the way swallows the error. It has one issue
            each time the definition is reached, whether it throws the error or not, and `withKnownIssue` around the
            code that reaches it absorbs that issue.

            Only overlays that `MortiseTesting` makes for a test refuse such a definition. The mark has no effect
            in the program, in other overlays and in previews.

            ### How to fix it

            Register a stub, for the test or for its whole suite:

            ```swift
            @Test(.overriding(app) { $0.register(.singleton) { FakeGateway() as any Gateway }.replacing() })
            func `an order is paid`() throws {
                let shop = try Container.current.resolve(Shop.self)
            }
            ```

            If tests may use the service, remove the mark. See Testing.
            """#
        ),
        ErrorPage(
            code: "unused-binding",
            summary: #"A definition is never used."#,
            text: #"""
            # unused-binding

            A definition is never used.

            ```text
            main.swift:8:5: warning: [unused-binding, warning] No request leads to Clock
                $0.register(.singleton) { Clock() }
                ^
              Clock  App/main.swift:8
              hint: remove it, or mark it as .contributing() if a list takes it
              more: documentation of Mortise, "unused-binding"
            ```

            ### Why it happens

            No request that is in the code leads to the type, and no definition that a request leads to needs it. Or
            what needs it asks for another type, such as a protocol: `mortise explain Clock` says what the definition
            answers.

            ### How to fix it

            Remove the definition. If a list takes it, mark it with `RefinableDefinition/contributing()`.

            ### When it is reported

            `mortise prove` warns of it in a program, if all that is registered and asked for there is known: see
            "Proving a program". A running program cannot know that a definition will never be requested.
            """#
        ),
    ]
}
