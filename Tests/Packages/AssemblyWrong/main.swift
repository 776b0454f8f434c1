// SPDX-License-Identifier: MIT

import Mortise

final class Hen: Sendable {
    init(_ egg: Egg) {}
}
final class Egg: Sendable {
    init(_ hen: Hen) {}
}
final class Node {
    var next: Node?
}
final class Clock: Sendable {}
final class Report: Sendable {
    init(_ clock: Clock) {}
}
final class Shift: Sendable {
    init(_ report: Report) {}
}

struct Services: Assembly {
    let container: Container

    // Each needs the other one to be made.
    var hen: Hen { get throws { try define(.singleton) { try Hen(egg) } } }
    var egg: Egg { get throws { try define(.singleton) { try Egg(hen) } } }
    // Every one needs another one.
    var first: Node {
        get throws {
            try define {
                Node()
            } injecting: {
                $0.next = try second
            }
        }
    }
    var second: Node {
        get throws {
            try define {
                Node()
            } injecting: {
                $0.next = try first
            }
        }
    }
    // Nothing provides the clock.
    var report: Report {
        get throws { try define(.singleton) { try Report(container.resolve(Clock.self)) } }
    }
    var shift: Shift { get throws { try define { try Shift(report) } } }
}

extension Services {
    static var exports: [Export<Self>] { [Export { try $0.report }, Export { try $0.hen }] }
}

let container = Container()
container.register { try Services(container: container).report }

let services = Services(container: container)
_ = try? services.hen
_ = try? services.first
_ = try? container.resolve(Report.self)
_ = try services.shift

let exporting = Container()
exporting.export { Services(container: $0) }
_ = try? exporting.resolve(Egg.self)
_ = try? exporting.resolve(Hen.self)
_ = try exporting.resolve(Report.self)
