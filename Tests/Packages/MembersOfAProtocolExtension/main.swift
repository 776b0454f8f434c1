// SPDX-License-Identifier: MIT

import Mortise

final class Log: Sendable {}

protocol Holder { var c: Container { get } }

extension Holder {
    var same: Container { c }
    var emptied: Bool {
        get {
            c.reset()
            return true
        }
        nonmutating set { if newValue { c.reset() } }
    }
    subscript(isFilled: Bool) -> Bool {
        get { false }
        nonmutating set { if newValue == isFilled { c.register { Log() } } }
    }
}

struct Box: Holder { let c: Container }

let box = Box(c: Container())
box.same.register { Log() }
_ = try box.c.resolve(Log.self)
_ = box.emptied
_ = try box.c.resolve(Log.self)
box[true] = true
_ = try box.c.resolve(Log.self)
box.emptied = true
_ = try box.c.resolve(Log.self)
