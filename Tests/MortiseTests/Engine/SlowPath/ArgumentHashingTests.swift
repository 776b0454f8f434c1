// SPDX-License-Identifier: MIT

import Mortise
import Testing

private final class Service: Sendable {}

/// An argument whose hashing and comparison resolve.
private struct Inquisitive: Hashable, Sendable {
    let container: Container
    let id: Int

    static func == (lhs: Inquisitive, rhs: Inquisitive) -> Bool {
        lhs.ask()
        return lhs.id == rhs.id
    }

    func hash(into hasher: inout Hasher) {
        ask()
        hasher.combine(0)
    }

    private func ask() {
        #expect(throws: Never.self) { try container.resolve(Service.self) }
    }
}

private final class Report: Sendable {
    init(_ argument: Inquisitive) {}
}

@Suite struct `Comparing arguments` {
    @Test(.timeLimit(.minutes(15)))
    func `holds no lock while user code hashes and compares`() throws {
        let services = Container { $0.register(.singleton) { Service() } }
        let container = Container { $0.register(.singleton) { (a: Inquisitive) in Report(a) } }

        let one = Inquisitive(container: services, id: 1)
        let two = Inquisitive(container: services, id: 2)

        let first: Report = try container.resolve(arguments: one)
        let other: Report = try container.resolve(arguments: two)
        let again: Report = try container.resolve(arguments: one)

        #expect(first !== other)
        #expect(first === again)
    }

    @Test(arguments: [false, true])
    func `forgets the values of released instances`(fails: Bool) throws {
        struct Value: Hashable {
            let witness: Witness
            let id: Int
            static func == (lhs: Value, rhs: Value) -> Bool { lhs.id == rhs.id }
            func hash(into hasher: inout Hasher) { hasher.combine(id) }
        }
        final class Witness: Sendable {
            let living: Tally
            init(_ living: Tally) {
                self.living = living
                living.next()
            }
            deinit { living.next(-1) }
        }
        struct Failed: Error {}
        final class Part: Sendable {}
        let living = Tally()
        let container = Container {
            $0.register(.weakSingleton) { (value: Value) throws in
                if fails { throw Failed() }
                return Part()
            }
        }

        for id in 0..<1_000 {
            let value = Value(witness: Witness(living), id: id)
            _ = try? container.resolve(Part.self, arguments: value)
        }

        #expect(living.count < 100)
    }
}
