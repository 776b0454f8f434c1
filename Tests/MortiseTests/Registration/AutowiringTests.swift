// SPDX-License-Identifier: MIT

import Mortise
import MortiseGraph
import Testing

@Suite struct `Auto-wiring` {
    private struct Engine: Sendable { var power = 90 }
    private struct Radio: Sendable {}

    private struct Car: Sendable {
        var engine: Engine?
        var radio: Radio?
        var made: String

        init(engine: Engine? = nil, radio: Radio? = nil, made: String) {
            self.engine = engine
            self.radio = radio
            self.made = made
        }
    }

    private final class Garage: Sendable {
        let makeCar: Provider<Car>
        init(makeCar: Provider<Car>) { self.makeCar = makeCar }
    }

    private struct Flat: Error {}

    @Test func `takes the definition with the most parameters`() throws {
        let container = Container {
            $0.register { Engine() }
            $0.register { Radio() }
            $0.register { (engine: Engine) in Car(engine: engine, made: "one") }
            $0.register { (engine: Engine, radio: Radio) in
                Car(engine: engine, radio: radio, made: "two")
            }
            $0.register { (radio: Radio) in Car(radio: radio, made: "other") }
        }

        #expect(try container.resolve(Car.self).made == "two")
    }

    @Test func `gives way to a definition without parameters`() throws {
        let container = Container {
            $0.register { Engine() }
            $0.register { Car(made: "plain") }
            $0.register { (engine: Engine) in Car(engine: engine, made: "wired") }
        }

        #expect(try container.resolve(Car.self).made == "plain")
    }

    @Test func `gives way to a definition without parameters whatever the order`() throws {
        let container = Container {
            $0.register { Engine() }
            $0.register { (engine: Engine) in Car(engine: engine, made: "wired") }
            $0.register { Car(made: "plain") }
        }

        #expect(try container.resolve(Car.self).made == "plain")
    }

    @Test func `comes back when the definition without parameters is removed`() throws {
        let container = Container {
            $0.register { Engine() }
            $0.register { (engine: Engine) in Car(engine: engine, made: "wired") }
        }
        let plain = container.register { Car(made: "plain") }

        container.remove(plain)

        #expect(try container.resolve(Car.self).made == "wired")
    }

    @Test func `is ambiguous between two definitions with equally many parameters`() throws {
        let container = Container {
            $0.register { Engine() }
            $0.register { Radio() }
            $0.register { (engine: Engine) in Car(engine: engine, made: "engine") }
            $0.register { (radio: Radio) in Car(radio: radio, made: "radio") }
        }

        let error = try #require(throws: ResolutionError.self) { try container.resolve(Car.self) }

        #expect(error.code == .ambiguousBinding)
        #expect(try container.resolve(Car.self, arguments: Radio()).made == "radio")
    }

    @Test func `is no longer ambiguous when a third definition has more parameters`() throws {
        let container = Container {
            $0.register { Engine() }
            $0.register { Radio() }
            $0.register { (engine: Engine) in Car(engine: engine, made: "engine") }
            $0.register { (radio: Radio) in Car(radio: radio, made: "radio") }
        }

        container.register { (engine: Engine, radio: Radio) in
            Car(engine: engine, radio: radio, made: "both")
        }

        #expect(try container.resolve(Car.self).made == "both")
    }

    @Test func `does not fall back to fewer parameters when one is missing`() throws {
        let container = Container {
            $0.register { Engine() }
            $0.register { (engine: Engine) in Car(engine: engine, made: "one") }
            $0.register { (engine: Engine, radio: Radio) in
                Car(engine: engine, radio: radio, made: "two")
            }
        }

        let error = try #require(throws: ResolutionError.self) { try container.resolve(Car.self) }

        #expect(error.code == .missingBinding)
        #expect(error.key.description.hasSuffix("Radio"))
    }

    @Test func `passes on what the function throws`() throws {
        @Sendable func make(engine: Engine) throws -> Car { throw Flat() }
        let container = Container {
            $0.register { Engine() }
            $0.register(autowiring: make)
        }

        let error = try #require(throws: ResolutionError.self) { try container.resolve(Car.self) }

        #expect(error.code == .factoryThrew)
        #expect(error.underlying is Flat)
    }

    @Test func `resolves an optional parameter that is registered`() throws {
        let container = Container {
            $0.register { Engine(power: 7) }
            $0.register { (engine: Engine?) in Car(engine: engine, made: "maybe") }
        }

        #expect(try container.resolve(Car.self).engine?.power == 7)
    }

    @Test func `throws for an optional parameter that is not registered`() throws {
        let container = Container {
            $0.register { (engine: Engine?) in Car(engine: engine, made: "maybe") }
        }

        let error = try #require(throws: ResolutionError.self) { try container.resolve(Car.self) }

        #expect(error.code == .missingBinding)
    }

    @Test func `fills a provider parameter without resolving it`() throws {
        let made = Tally()
        let container = Container {
            $0.register(.singleton) { Garage(makeCar: $0) }
            $0.register {
                made.next()
                return Car(made: "later")
            }
        }

        let garage: Garage = try container.resolve()

        #expect(made.count == 0)
        #expect(try garage.makeCar().made == "later")
        _ = try garage.makeCar()
        #expect(made.count == 2)
    }

    @Test func `keeps one instance in a caching scope, with and without arguments`() throws {
        let made = Tally()
        let container = Container {
            $0.register { 1 }
            $0.register(.singleton) { (number: Int) in
                made.next()
                return "\(number)"
            }
        }

        let wired = try container.resolve(String.self)
        let given = try container.resolve(String.self, arguments: 2)

        #expect(wired == "1")
        #expect(given == "2")
        #expect(try container.resolve(String.self) == "1")
        #expect(try container.resolve(String.self, arguments: 2) == "2")
        #expect(made.count == 2)
    }

    @Test func `runs the steps and callbacks of the definition both ways`() throws {
        let seen = Journal<String>()
        let container = Container {
            $0.register { 1 }
            $0.register { (number: Int) in Car(made: "\(number)") }
                .injecting { _, car in seen.note("step \(car.made)") }
                .didResolve { car in seen.note("did \(car.made)") }
        }

        _ = try container.resolve(Car.self)
        _ = try container.resolve(Car.self, arguments: 2)

        #expect(seen.entries == ["step 1", "did 1", "step 2", "did 2"])
    }
}
