// SPDX-License-Identifier: MIT

import Mortise
import MortiseDip
import MortiseGraph
import Testing

private protocol Plugin: AnyObject, Sendable {}
private final class Own: Plugin {}
private final class Contributed: Plugin {}

private final class Host {
    let plugins: [any Plugin]
    init(_ plugins: [any Plugin]) { self.plugins = plugins }
}

private final class Holder {
    @MortiseDip.Injected(required: false) var plugins: [any Plugin]?
}

@Suite(.quiet) struct `Dip, arrays` {
    private let old = DependencyContainer()

    private func contribute() {
        old.container.register { Contributed() as any Plugin }.contributing()
        old.container.register { Contributed() as any Plugin }.contributing()
    }

    @Test func `an array is what was registered as one`() throws {
        contribute()
        old.register { [Own()] as [any Plugin] }
        old.register { Host($0) }
        old.register { Holder() }

        for _ in 1...3 {
            #expect(try (old.resolve() as [any Plugin]).map { $0 is Own } == [true])
            #expect(try (old.resolve() as Host).plugins.count == 1)
            #expect(try (old.resolve() as Holder).plugins?.count == 1)
            #expect(try old.container.resolve([any Plugin].self).count == 1)
        }
    }

    @Test func `an array that was not registered is not found, whatever contributes`() throws {
        old.register { Host($0) }
        old.register { Holder() }
        for isContributing in [false, true] {
            if isContributing { contribute() }
            for _ in 1...3 {
                #expect(throws: DipError.self) { try old.resolve() as [any Plugin] }
                #expect(throws: DipError.self) { try old.resolve([any Plugin].self) }
                #expect(throws: DipError.self) { try old.resolve(tag: "tag") as [any Plugin] }
                #expect(throws: DipError.self) { try old.resolve() as Host }
                #expect(throws: (any Error).self) { try old.validate() }
                #expect(try (old.resolve() as Holder).plugins == nil)
            }
        }
    }

    @Test func `an array is not found where Dip came later, or in a container beneath`() throws {
        let engine = Container {
            $0.declaresCollection(of: Int.self)
            $0.register { Contributed() as any Plugin }.contributing()
            $0.register { "\(try $0.resolve([any Plugin].self).count)" }
        }
        _ = try engine.resolve([any Plugin].self)
        _ = try engine.resolve([Int].self)
        let later = DependencyContainer(container: engine)
        let above = DependencyContainer(container: Container(parent: engine))

        for old in [later, above] {
            for _ in 1...3 {
                #expect(throws: DipError.self) { try old.resolve() as [any Plugin] }
                #expect(throws: DipError.self) { try old.resolve() as [Int] }
                #expect(try old.container.resolve([any Plugin].self).count == 1)
                #expect(try old.container.resolve([Int].self).isEmpty)
                #expect(try old.resolve() == "1")
            }
        }
    }

    @Test func `an array is not found inside a factory`() throws {
        contribute()
        old.register { [unowned old] in
            #expect(throws: DipError.self) { try old.resolve() as [any Plugin] }
            return try old.container.resolve([any Plugin].self).count
        }
        for _ in 1...3 { #expect(try old.resolve() == 2) }
    }

    @Test func `a request in Mortise's notation gets the contributions`() throws {
        contribute()
        old.container.register { try $0.resolve([any Plugin].self).count }
        old.container.register { (plugins: [any Plugin]) in "\(plugins.count)" }

        for _ in 1...3 {
            #expect(try old.container.resolve([any Plugin].self).count == 2)
            #expect(try old.container.resolve(Int.self) == 2)
            #expect(try old.container.resolve(String.self) == "2")
            #expect(try old.resolve() == 2)
        }
    }
}
