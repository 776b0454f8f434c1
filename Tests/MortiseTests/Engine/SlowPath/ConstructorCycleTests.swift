// SPDX-License-Identifier: MIT

import Mortise
import MortiseGraph
import Testing

@Suite struct `A cycle of constructors` {
    private final class Hen: Sendable {
        init(_ egg: Egg) {}
    }
    private final class Egg: Sendable {
        init(_ hen: Hen) {}
    }

    private static func keys(_ error: ResolutionError?) -> [String] {
        error?.path.map { $0.key.description.split(separator: ".").last.map(String.init) ?? "" }
            ?? []
    }

    @Test func `of unique instances is an error that shows the cycle`() {
        let container = Container {
            $0.register { Hen(try $0.resolve()) }
            $0.register { Egg(try $0.resolve()) }
        }

        for _ in 1...2 {
            let error = #expect(throws: ResolutionError.self) { try container.resolve(Hen.self) }
            #expect(error?.code == .cycle)
            #expect(Set(Self.keys(error)) == ["Hen", "Egg"])
            #expect(error?.path.filter(\.isRepeated).count == 2)
        }
    }

    @Test func `of shared instances is an error that shows the cycle`() {
        let container = Container {
            $0.register(.shared) { Hen(try $0.resolve()) }
            $0.register(.shared) { Egg(try $0.resolve()) }
        }

        for _ in 1...2 {
            let error = #expect(throws: ResolutionError.self) { try container.resolve(Hen.self) }
            #expect(error?.code == .cycle)
            #expect(Set(Self.keys(error)) == ["Hen", "Egg"])
        }
    }

    @Test func `of singletons is an error that shows the cycle`() {
        let container = Container {
            $0.register(.singleton) { Hen(try $0.resolve()) }
            $0.register(.singleton) { Egg(try $0.resolve()) }
        }

        for _ in 1...2 {
            let error = #expect(throws: ResolutionError.self) { try container.resolve(Hen.self) }
            #expect(error?.code == .cycle)
            #expect(Self.keys(error) == ["Hen", "Egg", "Hen"])
            #expect(error?.path.map(\.isRepeated) == [true, false, true])
        }
    }

    @Test func `of auto-wired definitions is an error`() {
        let container = Container {
            $0.register(.singleton, autowiring: Hen.init)
            $0.register(.singleton, autowiring: Egg.init)
        }

        let error = #expect(throws: ResolutionError.self) { try container.resolve(Egg.self) }

        #expect(error?.code == .cycle)
        #expect(Self.keys(error) == ["Egg", "Hen", "Egg"])
    }

    @Test func `of a definition that needs itself is an error`() {
        let container = Container {
            $0.register { try [$0.resolve([Int].self)[0]] }
            $0.register(.shared) { try $0.resolve(String.self) + "" }
            $0.register(.singleton) { try $0.resolve(Double.self) + 1 }
        }

        let unique = #expect(throws: ResolutionError.self) { try container.resolve([Int].self) }
        let shared = #expect(throws: ResolutionError.self) { try container.resolve(String.self) }
        let singleton = #expect(throws: ResolutionError.self) { try container.resolve(Double.self) }

        #expect(unique?.code == .cycle)
        #expect(shared?.code == .cycle)
        #expect(singleton?.code == .cycle)
        #expect(singleton?.path.count == 2)
    }

    @Test func `of different scopes is an error`() {
        let container = Container {
            $0.register { Hen(try $0.resolve()) }
            $0.register(.singleton) { Egg(try $0.resolve()) }
        }

        let fromHen = #expect(throws: ResolutionError.self) { try container.resolve(Hen.self) }
        let fromEgg = #expect(throws: ResolutionError.self) { try container.resolve(Egg.self) }

        #expect(fromHen?.code == .cycle)
        #expect(fromEgg?.code == .cycle)
    }

    @Test func `through a forwarded type and a tag is an error`() {
        let container = Container {
            $0.register(.singleton) { Hen(try $0.resolve(tag: "fresh")) }
                .implements(AnyObject.self) { $0 }
            $0.register(.singleton, tag: "fresh") { resolver in
                guard let hen = try resolver.resolve(AnyObject.self) as? Hen else {
                    throw CancellationError()
                }
                return Egg(hen)
            }
        }

        let error = #expect(throws: ResolutionError.self) { try container.resolve(Hen.self) }

        #expect(error?.code == .cycle)
    }

    @Test func `inside a step is still an error`() {
        final class Yard { var hen: Hen? }
        let container = Container {
            $0.register { Yard() }.injecting { $1.hen = try $0.resolve(Hen.self) }
            $0.register(.singleton) { Hen(try $0.resolve()) }
            $0.register(.singleton) { Egg(try $0.resolve()) }
        }

        let error = #expect(throws: ResolutionError.self) { try container.resolve(Yard.self) }

        #expect(error?.code == .cycle)
        #expect(Self.keys(error) == ["Yard", "Hen", "Egg", "Hen"])
    }

    @Test func `is broken by a provider`() throws {
        final class Farm: Sendable {
            let tractor: Provider<Tractor>
            init(_ tractor: Provider<Tractor>) { self.tractor = tractor }
        }
        final class Tractor: Sendable {
            let farm: Farm
            init(_ farm: Farm) { self.farm = farm }
        }
        let container = Container {
            $0.register(.singleton) { Farm($0) }
            $0.register(.singleton) { Tractor($0) }
        }

        let farm = try container.resolve(Farm.self)

        #expect(try farm.tractor().farm === farm)
        #expect(container.validate().isValid)
    }

    @Test func `leaves the container unchanged`() throws {
        let container = Container {
            $0.register(.singleton) { Hen(try $0.resolve()) }
            $0.register(.singleton) { Egg(try $0.resolve()) }
            $0.register { 1 }
        }
        #expect(throws: ResolutionError.self) { try container.resolve(Hen.self) }

        let definition = container.register(.singleton) { "nest" }

        #expect(try container.resolve(Int.self) == 1)
        #expect(try container.resolve(String.self) == "nest")
        container.remove(definition)
    }
}
