// SPDX-License-Identifier: MIT

import Mortise

let container = Container { $0.register { 42 } }

// What the declaration makes is replaced before anybody can read it.
final class Replaced {
    @Resolved var number: Int

    init(_ container: Container) { _number = Resolved(in: container) }
}

// The first one may be read here, from a container that is not known.
final class Read {
    @Resolved var number: Int

    init(_ container: Container) {
        print(number)
        _number = Resolved(in: container)
    }
}

// It is replaced on some ways only.
final class Perhaps {
    @Resolved var number: Int

    init(_ container: Container) {
        if container.name == "a" { _number = Resolved(in: container) }
    }
}

print(Replaced(container).number)
print(Container.withCurrent(container) { Perhaps(container).number })
if container.name == "a" { print(Read(container).number) }
