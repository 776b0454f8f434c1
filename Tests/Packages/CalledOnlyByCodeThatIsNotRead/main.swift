// SPDX-License-Identifier: MIT

import Mortise

// What only the standard library calls makes something else that only it calls.

final class Clock: Sendable {}
nonisolated(unsafe) let described = Container()
nonisolated(unsafe) var compared = Container()

struct Inner: CustomStringConvertible {
    var description: String {
        described.reset()
        return ""
    }
}
struct Outer: CustomStringConvertible {
    var description: String { "\(Inner())" }
}
described.register { Clock() }
let outer = Outer()
_ = "\(outer)"
_ = try? described.resolve(Clock.self)

struct Leaf: Equatable {
    static func == (one: Leaf, other: Leaf) -> Bool {
        compared.reset()
        return true
    }
}
struct Tree: Equatable {
    static func == (one: Tree, other: Tree) -> Bool { [Leaf()].contains(Leaf()) }
}
compared.register { Clock() }
_ = [Tree()].contains(Tree())
_ = try? compared.resolve(Clock.self)

struct Text: ExpressibleByStringInterpolation {
    init(stringLiteral value: String) { written.reset() }
}
nonisolated(unsafe) let written = Container()
written.register { Clock() }
let text: Text = "a\(CommandLine.arguments.count)"
_ = try? written.resolve(Clock.self)

func write(_ count: Int) { if count > 0 { write(count - 1) } else { _ = "b\(count)" as Text } }
written.register { Clock() }
write(12)
_ = try? written.resolve(Clock.self)
