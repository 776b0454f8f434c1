// SPDX-License-Identifier: MIT

import Mortise
import MortiseGraph
import Testing

private struct Port: Module, Hashable {
    let number: Int

    func register(in container: Container) {
        container.register { [number] in number }
    }
}

/// Its values cannot be compared.
private struct Greeting: Module {
    let text: String

    func register(in container: Container) {
        container.register { [text] in text }
    }
}

private struct Plain: Module {
    func register(in container: Container) { container.register { 1.5 } }
}

private struct Stored: DefinitionModule {
    let flag = ModuleDefinition { true }
}

private struct Needing: Module {
    let port: Int

    var requires: [any Module] { [Port(number: port)] }

    func register(in container: Container) {}
}

@Suite struct `A module whose values differ` {
    private let file: StaticString = "App/Main.swift"

    @Test func `is an error that names both places`() {
        let container = Container(modules: Port(number: 1), file: file, line: 3)
        container.install(Port(number: 2), file: file, line: 9)

        let errors = container.validate().errors

        #expect(errors.map(\.code) == [.duplicateBinding])
        #expect(
            errors.first?.path.map(\.site) == [3, 9].map { SourceSite(file: "\(file)", line: $0) }
        )
    }

    @Test func `is no longer reported once only one is installed`() throws {
        let container = Container(modules: Port(number: 1), Port(number: 2), Port(number: 3))
        container.uninstall(Port(number: 1))
        #expect(container.validate().errors.map(\.code) == [.duplicateBinding])
        container.uninstall(Port(number: 2))
        #expect(container.validate().findings == [])
        #expect(try container.resolve(Int.self) == 3)
    }

    @Test func `leaves what the module registered twice itself`() {
        struct Twice: Module {
            func register(in container: Container) {
                container.register { 1 }
                container.register { 2 }
            }
        }
        let container = Container(modules: Port(number: 1), Twice())
        container.uninstall(Port(number: 1))
        #expect(container.validate().errors.map(\.code) == [.duplicateBinding])
    }

    @Test func `is reported with the module that requires it`() {
        let container = Container(modules: [Port(number: 1)], file: file, line: 3)
        container.install([Needing(port: 2)], file: file, line: 9)

        let error = container.validate().errors.first

        #expect(error?.path.map { "\($0.key)" } == ["Port", "Needing", "Port"])
        #expect(
            error?.path.map(\.site)
                == [3, 9, nil].map { line in
                    line.map { SourceSite(file: "\(file)", line: $0) }
                }
        )
    }

    @Test func `is harmless where the values are equal`() throws {
        let container = Container(modules: Port(number: 1), Needing(port: 1))
        container.install(Port(number: 1))

        #expect(container.validate().findings.isEmpty)
        #expect(try container.resolve(Int.self) == 1)
    }

    @Test func `is a warning if its values cannot be compared`() throws {
        let container = Container(modules: Greeting(text: "hello"), file: file, line: 3)
        container.install(Greeting(text: "hullo"), file: file, line: 9)

        let validation = container.validate()

        #expect(validation.isValid)
        #expect(validation.warnings.map(\.hint) == ["make it Hashable"])
        #expect(validation.warnings.first?.path.map { $0.site?.line } == [3, 9])
        #expect(try container.resolve(String.self) == "hello")
    }

    @Test func `is a warning in one install, too`() {
        let container = Container(modules: Greeting(text: "hello"), Greeting(text: "hullo"))

        #expect(container.validate().warnings.map(\.code) == [.duplicateBinding])
    }

    @Test(arguments: [Plain(), Stored()] as [any Module])
    func `cannot be one that stores nothing but definitions`(module: any Module) {
        let container = Container(modules: module)
        container.install(module)

        #expect(container.validate().findings.isEmpty)
    }
}
