// SPDX-License-Identifier: MIT

import Mortise
import MortiseInjector
import Testing

// Rules S-50 and S-51.
@Suite struct `An error of an injector` {
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

    @Test func `S-50: comes from what it says`() {
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

    @Test func `S-50: is written once, whatever it is`() async {
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
                """
                ::: DEPENDENCY INJECTOR ERROR: ImplementationsCouldNotBeCasted -> no implementation of \
                Int gave an instance; add one under the key that is asked for
                """,
                """
                ::: DEPENDENCY INJECTOR ERROR: NoImplementationFoundOnInjection -> the property of type \
                Int at File.swift 3 is nil; register an implementation
                """,
            ]
        )
    }

    @Test func `S-51, S-72: is not written by a program that has silenced all of them`() async {
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

    /// What a program has logged.
    private func logged(_ result: ExitTest.Result?) -> [String] {
        String(decoding: result?.standardOutputContent ?? [], as: UTF8.self).split(separator: "\n")
            .map(String.init).filter { $0.hasPrefix(":::") }
    }

    @Test func `S-51: is silenced only when that is forced`() {
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

    @Test func `S-51: is silenced without a word if that is forced`() {
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
