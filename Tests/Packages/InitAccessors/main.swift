// SPDX-License-Identifier: MIT

import Mortise
import Observation

final class Log: Sendable {}

final class Clock: Sendable {}

@Observable
final class Editor {
    var draft: String
    var count = 0
    @ObservationIgnored let log: Log

    init(draft: String, log: Log) {
        self.log = log
        self.draft = draft
        self.draft = "again"
    }
}

/// What is stored first is not observed.
struct Holder {
    var stored: Container { didSet { other.register { Clock() } } }
    var container: Container {
        @storageRestrictions(initializes: stored)
        init(initialValue) { stored = initialValue }
        get { stored }
        set { stored = newValue }
    }

    init(_ first: Container) { container = first }

    init(_ first: Container, then second: Container) {
        container = first
        container = second
    }
}

struct WithItsOwnValue {
    var stored: Container
    var container: Container = Container() {
        @storageRestrictions(initializes: stored)
        init(initialValue) {
            stored = initialValue
            initialValue.register { Log() }
        }
        get { stored }
        set { stored = newValue }
    }

    init() {}
}

let other = Container()
let c = Container()
c.register { Log() }
c.register { Editor(draft: "", log: $0) }
let editor = try c.resolve(Editor.self)
editor.draft = "changed"
editor.count += 1
_ = try c.resolve(Log.self)
_ = try Holder(c).container.resolve(Log.self)
_ = try WithItsOwnValue().container.resolve(Log.self)
_ = try? other.resolve(Clock.self)
_ = try Holder(c, then: other).container.resolve(Clock.self)
_ = try c.resolve(Clock.self)
