// SPDX-License-Identifier: MIT

import Mortise
import MortiseInjector
import Testing

// Rules S-70 to S-75: the features after 1.3.1, without their macros.
@Suite(.quiet) struct `A later version of an injector` {
    @Test func `S-70: has a required property that follows`() async {
        let bench = Bench.withRepositories()
        let property = ObservedInject<any Repository>(context: bench.context)
        #expect(property.wrappedValue.fetch() == [1, 2, 3, 4])
        #expect(property.wrappedValue === property.wrappedValue)
        bench.injector.updateDependencyKey(of: (any Repository).self, newKey: "remote")
        #expect(property.wrappedValue.fetch() == [5, 6, 7, 8])
        await #expect(processExitsWith: .failure) {
            _ = ObservedInject<Int>(context: .custom(name: "nothing")).wrappedValue
        }
    }

    @Test func `S-70: gives an instance or nil, with the reason`() {
        let bench = Bench()
        #expect(bench.injector.getSafe(Int.self, file: "File.swift", line: 3) == nil)
        #expect(bench.injector.getSafe("File.swift", 4) as Int? == nil)
        let missing = InjectionError.notAbstrationFound(name: "Int", context: bench.context)
        #expect(
            bench.errors.take() == [
                missing, .noImplementationFoundOnInjection(name: "Int", place: "File.swift 3"),
                missing, .noImplementationFoundOnInjection(name: "Int", place: "File.swift 4"),
            ]
        )
        bench.injector.register(Int.self, key: "a") { 1 }
        let number: Int? = bench.injector.getSafe()
        #expect(number == 1)
        #expect(bench.injector.getSafe(injectionType: .singleton, constrainedTo: "a") == 1)
        #expect(bench.errors.take().isEmpty)
    }

    @Test func `S-70: takes its call site by position`() async {
        let bench = Bench()
        bench.injector.register(Int.self, key: "a") { 1 }
        #expect(bench.injector.get("File.swift", 5, constrainedTo: "a") == 1)
        let result = await #expect(
            processExitsWith: .failure,
            observing: [\.standardErrorContent]
        ) {
            _ = Injector.build(context: .custom(name: "nothing")).get("File.swift", 5) as Int
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("File.swift:5: NotAbstrationFound"))
    }

    @Test func `S-70: injects a required property on first read, if it is lazy`() {
        let bench = Bench()
        let count = Counter()
        let lazy = Inject<Int>(instantiation: .lazy, context: bench.context)
        #expect(bench.errors.take().isEmpty)
        bench.injector.register(Int.self) { count.add() }
        #expect(count.value == 0)
        #expect(lazy.wrappedValue == 1)
        #expect(lazy.wrappedValue == 1)
    }

    @Test func `S-71: tries again if there was no instance on creation`() {
        let bench = Bench()
        let early = Inject<Int>(context: bench.context)
        #expect(!bench.errors.take().isEmpty)
        bench.injector.register(Int.self) { 1 }
        #expect(early.wrappedValue == 1)
    }

    private protocol Service: Sendable {
        var text: String { get }
    }

    private protocol Store: Sendable { var text: String { get } }

    private struct Remote: Store, InjectableDependencyProtocol {
        static let injector = Injector.build(context: .custom(name: "S-74"))
        let text = "remote"
        static func register() {
            injector.addOrRegister(.init((any Store).self, key: "remote")) { Remote() }
        }
    }

    private struct Local: Store, InjectableDependencyProtocol {
        let text = "local"
        static func register() {
            Remote.injector.addOrRegister(.init((any Store).self)) { Local() }
        }
    }

    private struct All: DependenciesInjectorProtocol {
        func startInjection() {
            for type in [Remote.self, Local.self] as [any InjectableDependencyProtocol.Type] {
                type.register()
            }
        }
    }

    /// Compiles: its property is `Sendable`, because its abstraction is.
    private struct Reader: Service {
        @Inject(context: .custom(name: "S-74")) var store: any Store
        @Injectable(context: .custom(name: "S-74"), constrainedTo: "") var local: (any Store)?
        @ObservedInject(context: .custom(name: "S-74")) var selected: any Store
        @ObservedInjectable(context: .custom(name: "S-74")) var perhaps: (any Store)?
        var text: String { store.text + (local?.text ?? "") }
    }

    @Test func `S-71: has properties in a struct that may cross threads`() async {
        defer { Remote.injector.destroy() }
        All().startInjection()
        let service: any Service = Reader()
        let text = await Task.detached { service.text }.value
        #expect(text == "remotelocal")
        let kept = Remote.injector.get(
            Dependency((any Store).self, injectionType: .singleton, constrainedTo: "")
        )
        #expect(kept.text == "local")
        let first = Dependency((any Store).self, name: "store")
        #expect(Remote.injector.get(first).text == "remote")
        #expect(first.name == "store")
        #expect(first.injectionType == .regular)
    }
}
