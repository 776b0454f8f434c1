// SPDX-License-Identifier: MIT

import Mortise
import MortiseGraph
import MortiseInjector
import Testing

// Rules S-50 and S-51.
@Suite(.quiet) struct `An error of an injector` {
    private static let all: [InjectionError] = [
        .abstractionAlreadyRegistered(name: "A", context: .global),
        .implementationsCouldNotBeCasted(name: "A"),
        .notAbstrationFound(name: "A", context: .tests(name: "T")),
        .abstractionNotFoundForUpdate(name: "A"),
        .undefinedRegistrationType(name: "A"),
        .noImplementationFoundOnInjection(name: "A", place: "File.swift 1"),
        .noPublisherFounded(name: "A"),
        .noImplementationFoundForPublish(name: "A"),
        .equalDependecyKeyOnUpdate(name: "A", key: "k"),
    ]

    @Test(arguments: all)
    func `S-50: is logged by its name`(error: InjectionError) {
        let log = InjectionLog()
        let lines = Locked<[String]>([])
        log.write { line in lines.withLock { $0.append(line) } }
        log.report(error, in: .global)
        let line = lines.withLock { $0.first } ?? ""
        #expect(line.hasPrefix("::: DEPENDENCY INJECTOR ERROR: \(error.name) -> "))
        #expect(error.name.prefix(1) == error.name.prefix(1).uppercased())
    }

    @Test func `S-50: occurs in the described situations`() {
        let bench = Bench()
        bench.injector.updateDependencyKey(of: Int.self, newKey: "a")
        #expect(bench.errors.take() == [.abstractionNotFoundForUpdate(name: "Int")])
        let property = Injectable<Int>("File.swift", 3, context: bench.context)
        _ = property.wrappedValue
        #expect(
            bench.errors.take() == [
                .notAbstrationFound(name: "Int", context: bench.context),
                .noImplementationFoundOnInjection(name: "Int", place: "File.swift 3"),
            ]
        )
        bench.injector.onError(nil)
        _ = property.wrappedValue
        #expect(bench.errors.all.isEmpty)
    }

    @Test func `S-50: is written once, in all cases`() async {
        let result = await #expect(
            processExitsWith: .success,
            observing: [\.standardOutputContent]
        ) {
            let context = InjectionContext.custom(name: "S-50")
            Injector.build(context: context).register(Int.self) { nil }
            _ = Injectable<Int>("File.swift", 3, context: context).wrappedValue
        }
        #expect(
            logged(result) == [
                "::: DEPENDENCY INJECTOR ERROR: ImplementationsCouldNotBeCasted -> [factory-threw] "
                    + "The implementation of Int \"\" returned nil",
                """
                ::: DEPENDENCY INJECTOR ERROR: NoImplementationFoundOnInjection -> the property of type \
                Int at File.swift 3 is nil, because nothing could be injected
                """,
            ]
        )
    }

    private struct Refusal: Error {}

    private struct Chicken: Sendable {
        @Inject(context: .custom(name: "S-21")) var origin: Egg
    }

    private struct Egg: Sendable {
        let chicken: [Chicken]
    }

    @Test func `S-50: explains in the log a cycle of implementations, and the remedy`()
        async
    {
        let result = await #expect(
            processExitsWith: .success,
            observing: [\.standardOutputContent]
        ) {
            let injector = Injector.build(context: .custom(name: "S-21"))
            injector.register(Chicken.self) { Chicken() }
            injector.register(Egg.self) { Egg(chicken: [try injector.resolve()]) }
            _ = injector.getSafe(Chicken.self)
        }
        let text = output(result)
        #expect(text.contains("ERROR: ImplementationsCouldNotBeCasted -> [cycle] "))
        #expect(text.contains("(the cycle begins)"))
        #expect(text.contains("(the cycle closes)"))
        #expect(text.contains("instantiation: .lazy"))
        #expect(!text.contains(".injecting"))
        #expect(!text.contains("register an implementation"))
    }

    @Test func `S-50: shows in the log an implementation's error`() async {
        let result = await #expect(
            processExitsWith: .success,
            observing: [\.standardOutputContent]
        ) {
            let injector = Injector.build(context: .custom(name: "S-50"))
            injector.register(Int.self) { throw Refusal() }
            _ = Injectable<Int>("File.swift", 3, context: .custom(name: "S-50")).wrappedValue
        }
        let text = output(result)
        #expect(text.contains("ERROR: ImplementationsCouldNotBeCasted -> [factory-threw] "))
        #expect(text.contains("error: Refusal()"))
    }

    @Test func `S-70: is in the text that ends the program, with the existing keys`() async {
        let result = await #expect(
            processExitsWith: .failure,
            observing: [\.standardErrorContent]
        ) {
            let context = InjectionContext.custom(name: "S-70")
            let injector = Injector.build(context: context)
            injector.register(Int.self, key: "remote") { 1 }
            injector.add(Int.self, key: "local") { 2 }
            _ = Inject<Int>("File.swift", 3, context: context, constrainedTo: "remoty").wrappedValue
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("the property of type Int at File.swift 3 is nil"))
        #expect(text.contains("no implementation of Int has the key \"remoty\""))
        #expect(text.contains("there are \"local\", \"remote\"; did you mean \"remote\"?"))
    }

    @Test func `S-70: is in the text that ends the program, with the thrown error`() async {
        let result = await #expect(
            processExitsWith: .failure,
            observing: [\.standardErrorContent]
        ) {
            let context = InjectionContext.custom(name: "S-70")
            Injector.build(context: context).register(Int.self) { throw Refusal() }
            _ = Inject<Int>(instantiation: .lazy, context: context).wrappedValue
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("error: Refusal()"))
    }

    @Test func `S-70: is in the text that ends the program for observed properties, too`() async {
        let result = await #expect(
            processExitsWith: .failure,
            observing: [\.standardErrorContent]
        ) {
            let context = InjectionContext.custom(name: "S-70")
            let injector = Injector.build(context: context)
            injector.register(Int.self, key: "remote") { 1 }
            injector.updateDependencyKey(of: Int.self, newKey: "nope")
            _ = ObservedInject<Int>(context: context).wrappedValue
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("has the key \"nope\", which is selected; there are \"remote\""))
    }

    @Test func `S-50: shows where an implementation was registered`() {
        let injector = Bench().injector
        func places(_ register: () -> Void) -> [String?] {
            register()
            defer { injector.remove(Int.self) }
            let error = #expect(throws: ResolutionError.self) {
                try injector.resolve(Int.self, injectionType: .singleton)
            }
            return error?.path.map { $0.site?.description } ?? []
        }
        func place(_ line: Int = #line) -> [String?] {
            let place = "MortiseInjectorTests/ErrorTests.swift:\(line)"
            return [place, place]
        }
        let fails: Injector.Implementation<Int> = { throw Refusal() }
        let all = ["a": fails]
        #expect(places { injector.register(Int.self) { throw Refusal() } } == place())
        #expect(places { injector.register(Int.self, key: "a", implementation: fails) } == place())
        #expect(places { injector.addOrRegister(Int.self) { throw Refusal() } } == place())
        #expect(places { injector.addOrRegister(Int.self, implementations: all) } == place())
        let args = InjectableDependencyArgs(Int.self)
        #expect(places { injector.addOrRegister(args) { throw Refusal() } } == place())
        // In a test, adding registers.
        #expect(places { injector.add(Int.self, key: "a", implementation: fails) } == place())
        #expect(places { injector.add(Int.self, implementations: all) } == place())
        let registered = places {
            injector.register(
                Int.self,
                defaultDependency: "a",
                implementations: all,
                file: "App/Wiring.swift",
                line: 7
            )
        }
        #expect(registered == ["App/Wiring.swift:7", "App/Wiring.swift:7"])
    }

    private func output(_ result: ExitTest.Result?) -> String {
        String(decoding: result?.standardOutputContent ?? [], as: UTF8.self)
    }

    @Test func `S-51, S-72: is not written by a program that has silenced all errors`() async {
        let result = await #expect(
            processExitsWith: .success,
            observing: [\.standardOutputContent]
        ) {
            let injector = Injector.build(context: .custom(name: "S-51"))
            injector.turnOffLogger(forced: true)
            injector.updateDependencyKey(of: Int.self, newKey: "a")
            injector.turnOnLogger()
            injector.updateDependencyKey(of: String.self, newKey: "a")
        }
        let lines = logged(result)
        #expect(lines.count == 1)
        #expect(lines.first?.contains("-> String is not registered") == true)
    }

    /// The log of a program.
    private func logged(_ result: ExitTest.Result?) -> [String] {
        String(decoding: result?.standardOutputContent ?? [], as: UTF8.self).split(separator: "\n")
            .map(String.init).filter { $0.hasPrefix(":::") }
    }

    @Test func `S-51: is silenced only by force`() {
        let log = InjectionLog()
        let lines = Locked<[String]>([])
        log.write { line in lines.withLock { $0.append(line) } }
        func said() -> Int {
            lines.withLock { $0 = [] }
            log.inform("something")
            log.report(.noPublisherFounded(name: "A"), in: .global)
            return lines.withLock { $0.count }
        }
        #expect(said() == 2)
        log.turnOff(forced: false)
        #expect(said() == 1)
        log.turnOff(forced: true)
        #expect(said() == 0)
        log.turnOff(forced: false)
        #expect(said() == 0)
        log.turnOn()
        #expect(said() == 2)
    }

    @Test func `S-51: is silenced without a message by force`() {
        let log = InjectionLog()
        let lines = Locked<[String]>([])
        log.write { line in lines.withLock { $0.append(line) } }
        log.turnOff(forced: true)
        #expect(lines.withLock { $0 }.isEmpty)
        log.turnOn()
        log.turnOff(forced: false)
        #expect(lines.withLock { $0.count } == 1)
    }
}
