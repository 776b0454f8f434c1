// SPDX-License-Identifier: MIT

import Mortise

final class Clock: Sendable {}
final class Lamp: Sendable {}

/// Its iterator registers, and gives a container.
struct Containers: Sequence {
    let app: Container
    struct Iterator: IteratorProtocol {
        let app: Container
        var count = 0
        mutating func next() -> Container? {
            count += 1
            app.register { Clock() }
            return count < 3 ? app : nil
        }
    }
    func makeIterator() -> Iterator { Iterator(app: app) }
}

let one = Container()
for app in Containers(app: one) { app.register { Lamp() } }
_ = try one.resolve(Clock.self)
_ = try one.resolve(Lamp.self)

struct Later: AsyncSequence, AsyncIteratorProtocol {
    let app: Container
    var count = 0
    mutating func next() async -> Container? {
        count += 1
        return count < 3 ? app : nil
    }
    func makeAsyncIterator() -> Later { self }
}

let two = Container()
for await app in Later(app: two) { app.register { Lamp() } }
_ = try two.resolve(Lamp.self)
