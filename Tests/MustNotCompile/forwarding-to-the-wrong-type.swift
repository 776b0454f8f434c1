// SPDX-License-Identifier: MIT

// Forwarding is checked: the instance must be what it is said to be.

import Mortise

protocol Serving: Sendable {}
protocol Logging: Sendable {}
struct Server: Serving {}
class Base {}
final class Derived: Base {}

func register(in container: Container) {
    let server = container.register { Server() }
    server.implements((any Serving).self) { $0 }
    // expect: what was registered does not conform to that type, nor is it of a subclass
    server.implements((any Logging).self) { $0 }
    // expect: what was registered does not conform to that type, nor is it of a subclass
    server.implements(Int.self) { $0 }
    // expect: cannot convert value of type 'Server' to type 'any Logging' in coercion
    server.implements((any Logging).self) { $0 as any Logging }
    // expect: add the conversion: '.implements((any API).self) { $0 }'
    server.implements((any Serving).self)

    container.register { Derived() }.implements(Base.self) { $0 }
    // expect: what was registered does not conform to that type, nor is it of a subclass
    container.register { Server() }.implements((any Logging).self) { $0 }
    // expect: what was registered does not conform to that type, nor is it of a subclass
    container.register { Server() }.forwarding(to: (any Logging).self) { $0 }
    // expect: add the conversion: '.implements((any API).self) { $0 }'
    container.register { Server() }.implements((any Serving).self)

    container.main.register { Server() }.implements((any Serving).self) { $0 }
    // expect: what was registered does not conform to that type, nor is it of a subclass
    container.main.register { Server() }.implements((any Logging).self) { $0 }
}
