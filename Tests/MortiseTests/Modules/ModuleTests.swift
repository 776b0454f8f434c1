// SPDX-License-Identifier: MIT

import Mortise
import MortiseGraph
import Testing

@Suite struct `A module` {
    /// Contributes its name, to show the order.
    private struct Base: Module {
        func register(in container: Container) { container.register { "base" }.contributing() }
    }

    private struct Feed: Module {
        var requires: [any Module] { [Base(), Left()] }
        func register(in container: Container) { container.register { "feed" }.contributing() }
    }

    private struct Left: Module {
        var requires: [any Module] { [Base(), Right()] }
        func register(in container: Container) { container.register { "left" }.contributing() }
    }

    private struct Right: Module {
        var requires: [any Module] { [Left()] }
        func register(in container: Container) { container.register { "right" }.contributing() }
    }

    private struct Server: Module, Hashable {
        let name: String
        func register(in container: Container) {
            container.register(tag: name) { [name] in name }
            container.register { [name] in name }.contributing()
        }
    }

    @Test func `registers its definitions`() throws {
        let container = Container(modules: Base())

        #expect(try container.resolve(String.self) == "base")
    }

    @Test func `is installed after the modules it needs`() throws {
        let container = Container(modules: Feed())

        let names = try container.resolveAll(String.self)

        #expect(names.first == "base")
        #expect(names.last == "feed")
        #expect(Set(names) == ["base", "left", "right", "feed"])
        #expect(names.count == 4)
    }

    @Test func `may be part of a cycle of modules`() throws {
        let container = Container(modules: Left())

        #expect(try container.resolveAll(String.self) == ["base", "right", "left"])
    }

    @Test func `installed twice is installed once`() throws {
        let container = Container(modules: Base(), Base())

        container.install(Base())
        container.install(Base(), Feed())

        #expect(try container.resolveAll(String.self).filter { $0 == "base" }.count == 1)
        #expect(container.validate().isValid)
    }

    @Test func `that is hashable is identified by equality`() throws {
        let container = Container(modules: Server(name: "a"), Server(name: "b"), Server(name: "a"))

        #expect(try container.resolveAll(String.self) == ["a", "b"])
        #expect(try container.resolve(String.self, tag: "b") == "b")
    }

    @Test func `is installed atomically with the modules it needs`() throws {
        let container = Container { $0.register { "old" } }
        container.register { [unowned container] (resolver: inout Resolver) in
            container.install(Feed())
            return try [resolver.resolve(String.self)]
        }

        #expect(try container.resolve([String].self) == ["old"])
    }

    @Test func `does not see the group it registers while installing`() throws {
        struct Peeking: Module {
            let seen: Journal<Bool>
            func register(in container: Container) {
                container.register { 1 }
                seen.note((try? container.resolve(Int.self)) == nil)
            }
        }
        let seen = Journal<Bool>()

        let container = Container(modules: Peeking(seen: seen))

        #expect(seen.entries == [true])
        #expect(try container.resolve(Int.self) == 1)
    }

    @Test func `can be installed in a container with a parent`() throws {
        let parent = Container { $0.register { 1 } }

        let container = Container(name: "feature", parent: parent, modules: Base())

        #expect(container.name == "feature")
        #expect(try container.resolve(Int.self) == 1)
        #expect(try container.resolve(String.self) == "base")
    }

    @Test func `is installed once for each container`() throws {
        let parent = Container(modules: Base())
        let child = Container(parent: parent, modules: Base())

        #expect(try child.resolveAll(String.self) == ["base", "base"])
    }

    @Test func `may install a module itself`() throws {
        struct Installing: Module {
            func register(in container: Container) {
                container.install(Base())
                container.register { 1 }
            }
        }
        let container = Container(modules: Installing())

        #expect(try container.resolveAll(String.self) == ["base"])
        #expect(try container.resolve(Int.self) == 1)
    }

    @Test func `that installs a module it needs installs it once`() throws {
        struct Installing: Module {
            var requires: [any Module] { [Base()] }
            func register(in container: Container) { container.install(Base()) }
        }
        let container = Container(modules: Installing())
        container.install(Base())

        #expect(try container.resolveAll(String.self) == ["base"])
    }

    @Test func `may be collected first`() throws {
        let modules: [any Module] = [Base(), Base()]
        let container = Container(modules: modules)
        container.install(modules)

        #expect(try container.resolveAll(String.self) == ["base"])
    }

    @Test func `is installed again after everything was replaced`() throws {
        let container = Container(modules: Base())

        container.install { group in
            group.reset()
            group.install(Base())
        }

        #expect(try container.resolveAll(String.self) == ["base"])
    }

    @Test func `installed twice is harmless in a frozen container`() throws {
        let container = Container(modules: Base())
        try container.bootstrap()

        container.install(Base())

        #expect(try container.resolveAll(String.self) == ["base"])
    }

    @Test func `may capture its container without keeping it alive`() throws {
        struct Capturing: Module {
            func register(in container: Container) {
                container.register { "text" }
                container.register { [unowned container] in try [container.resolve(String.self)] }
                container.register(tag: "weak") { [weak container] in
                    try [container?.resolve(String.self) ?? "gone"]
                }
            }
        }
        weak var gone: Container?
        do {
            let container = Container(modules: Capturing())
            gone = container

            #expect(try container.resolve([String].self) == ["text"])
            #expect(try container.resolve([String].self, tag: "weak") == ["text"])
        }

        #expect(gone == nil)
    }
}
