// SPDX-License-Identifier: MIT

import MortiseEasyDi

final class Thing {
    var other: Thing?
}
class Log {}
final class FileLog: Log {}
protocol Painting {}

final class Members: Assembly {
    // A tree ends.
    func tree(depth: Int) -> [Int] {
        define(init: depth == 0 ? [] : [depth] + self.tree(depth: depth - 1))
    }
    // What completes one needs the other, which needs it to be made.
    var owner: [Thing] { define(init: [self.owned]) }
    var owned: Thing {
        define(init: Thing()) {
            $0.other = self.owner.first
            return $0
        }
    }
    var log: Log { define(init: FileLog()) }
    // It may be a `FileLog`, or not.
    var fileLog: FileLog { define(init: self.log) }
    // Something in the program may say that it paints.
    var painting: any Painting { define(init: Thing()) }
    var substituted: Log { define(init: FileLog()) }
    // The placeholder may be given the thing, whose key is not known.
    func named(_ name: String) -> Thing { define(key: name, init: Thing()) }
    var standIn: Thing { definePlaceholder(key: "thing") }
    func inject(into thing: Thing) {
        defineInjection(key: "thing", into: thing) {
            $0.other = self.standIn
            return $0
        }
    }
    // Not one of an argument that stays the same.
    var conditional: Thing {
        if CommandLine.arguments.count > 1 { return define(init: Thing()) }
        return define(key: "other", init: Thing())
    }
    // No member that is known.
    var list: [Thing] { [1, 2].map { _ in define(init: Thing()) } }
    // It does not need itself, although it may.
    var maybe: Thing {
        define(init: CommandLine.arguments.count > 1 ? Thing() : self.maybe)
    }
}

let members = Members.instance()
_ = members.tree(depth: 3)
_ = members.owner
_ = members.owned
_ = members.fileLog
_ = members.painting
_ = members.standIn
members.inject(into: Thing())
_ = members.conditional
_ = members.list
_ = members.maybe
members.addSubstitution(for: "substituted") { Log() }
_ = members.substituted
members.removeSubstitution(for: "substituted")

// It belongs to no context.
_ = Members().log
// Nothing keeps the context.
_ = Members.instance(from: DIContext()).log
func inFunction() {
    let context = DIContext()
    let members: Members = context.assembly()
    _ = members.log
}
inFunction()
// A context for each round.
for _ in CommandLine.arguments {
    let context = DIContext()
    _ = Members.instance(from: context).log
}
