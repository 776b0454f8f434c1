// SPDX-License-Identifier: MIT

import Mortise

// Objects that an assembly completes, and what stands for them.

protocol Viewing: AnyObject {}
final class View: Viewing {
    var presenter: Presenter?
    var other: Presenter?
    var again: (() -> Void)?
}
final class Presenter {
    weak var view: (any Viewing)?
    init(_ view: any Viewing) { self.view = view }
}
final class Kept: Sendable {}

/// Lets a closure throw: a member that cannot throw ends the program where its request fails.
func thrown<Value>(_ value: Value) throws -> Value { value }

struct Right: Assembly {
    let container: Container
    func inject(into view: View) {
        adopt(view, as: \.view) {
            $0
        } injecting: {
            $0.presenter = presenter
        }
    }
    func complete(_ view: View) { adopt(view) { _ in _ = kept } }
    var kept: Kept { define(.singleton) { Kept() } }
    var view: any Viewing { placeholder() }
    var presenter: Presenter { define(.shared) { Presenter(view) } }
}
let app = Container()
Right(container: app).inject(into: View())
Right(container: app).complete(View())

struct InAScope: Assembly {
    let container: Container
    func inject(into view: View) throws {
        try adopt(view, as: \.view) {
            $0
        } injecting: { (view: View) throws in
            _ = try presenter
        }
    }
    var view: any Viewing { placeholder() }
    var presenter: Kept {
        get throws {
            try define(.scoped("work")) {
                _ = view
                return try thrown(Kept())
            }
        }
    }
}
try InAScope(container: app.openScope("work")).inject(into: View())
try? InAScope(container: app).inject(into: View())

// What stands for an object is asked for where there is none.
struct Outside: Assembly {
    let container: Container
    func inject(into view: View) throws {
        try adopt(view, as: \.view) {
            $0
        } injecting: { (view: View) throws in
            view.presenter = try presenter
        }
    }
    var view: any Viewing { placeholder() }
    var thrown: any Viewing { get throws { try placeholder(throwing: (any Error).self) } }
    var presenter: Presenter { get throws { try define(.shared) { Presenter(try thrown) } } }
}
try? Outside(container: app).inject(into: View())
_ = try? Outside(container: app).thrown
_ = try? Outside(container: app).presenter

// There is none any more: of a task, of a closure that is kept, and of the other one.
struct Afterwards: Assembly {
    let container: Container
    func inject(into view: View) {
        adopt(view, as: \.quiet) {
            $0
        } injecting: { view in
            view.again = { view.presenter = try? presenter }
        }
    }
    var quiet: any Viewing { placeholder() }
    var view: any Viewing { get throws { try placeholder(throwing: (any Error).self) } }
    var presenter: Presenter { get throws { try define(.shared) { Presenter(try view) } } }
}
let afterwards = View()
Afterwards(container: app).inject(into: afterwards)
afterwards.again?()

struct Two: Assembly {
    let container: Container
    func inject(into view: View) throws {
        try adopt(view, as: \.first) {
            $0
        } injecting: { (view: View) throws in
            view.presenter = try presenter
        }
    }
    var first: any Viewing { placeholder() }
    var second: any Viewing { get throws { try placeholder(throwing: (any Error).self) } }
    var presenter: Presenter { get throws { try define(.shared) { Presenter(try second) } } }
}
try? Two(container: app).inject(into: View())

// One that was kept is there without an object, and in another container there is none.
final class Whole: Sendable {}
struct Keeping: Assembly {
    let container: Container
    func inject(into view: View) throws {
        try adopt(view, as: \.view) {
            $0
        } injecting: { (view: View) throws in
            _ = try whole
        }
    }
    var view: any Viewing { placeholder() }
    var whole: Whole {
        get throws {
            try define(.singleton) {
                _ = view
                return try thrown(Whole())
            }
        }
    }
}
try? Keeping(container: app).inject(into: View())
_ = try? Keeping(container: app).whole

struct Across: Assembly {
    let container: Container
    func inject(into view: View) throws {
        try adopt(view, as: \.quiet) {
            $0
        } injecting: { (view: View) throws in
            view.presenter = try Across(container: elsewhere).presenter
        }
    }
    var quiet: any Viewing { placeholder() }
    var view: any Viewing { get throws { try placeholder(throwing: (any Error).self) } }
    var presenter: Presenter { get throws { try define { Presenter(try view) } } }
}
let elsewhere = Container()
try? Across(container: app).inject(into: View())

// One is adopted while another one is.
struct Nested: Assembly {
    let container: Container
    func inject(into view: View) throws {
        try adopt(view, as: \.outer) {
            $0
        } injecting: { (_: View) throws in
            try complete(View())
        }
    }
    func complete(_ view: View) throws {
        try adopt(view, as: \.inner) {
            $0
        } injecting: { (view: View) throws in
            view.presenter = try presenter
        }
    }
    var outer: any Viewing { placeholder() }
    var inner: any Viewing { placeholder() }
    var presenter: Presenter {
        get throws {
            try define {
                _ = outer
                return try thrown(Presenter(inner))
            }
        }
    }
}
try? Nested(container: app).inject(into: View())

// A cycle, of which the object is a part.
struct Cycle: Assembly {
    let container: Container
    func inject(into view: View) throws {
        try adopt(view, as: \.view) {
            $0
        } injecting: { (view: View) throws in
            view.presenter = try first
        }
    }
    var view: any Viewing { placeholder() }
    var first: Presenter { get throws { try define { try second } } }
    var second: Presenter { get throws { try define { try first } } }
}
try? Cycle(container: app).inject(into: View())

// What converts it asks for something.
let empty = Container()
struct Converting: Assembly {
    let container: Container
    func inject(into view: View) {
        adopt(view, as: \.view) { view in
            _ = try? empty.resolve(Kept.self)
            return view
        } injecting: {
            $0.presenter = presenter
        }
    }
    var view: any Viewing { placeholder() }
    var presenter: Presenter { define(.shared) { Presenter(view) } }
}
Converting(container: app).inject(into: View())

// What stands for the object has the name of another one.
protocol Showing: Assembly {}
extension Showing {
    var view: any Viewing { get throws { try placeholder(throwing: (any Error).self) } }
    var shown: Presenter { get throws { try define(.shared) { Presenter(try view) } } }
}
struct Shadowing: Showing {
    let container: Container
    func inject(into view: View) throws {
        try adopt(view, as: \.view) {
            $0
        } injecting: { (view: View) throws in
            view.presenter = try shown
        }
    }
    var view: any Viewing { placeholder() }
}
try? Shadowing(container: app).inject(into: View())

// A member adopts an object itself, and asks for what needs it then.
struct Making: Assembly {
    let container: Container
    func inject(into view: View) throws {
        try adopt(view, as: \.view) {
            $0
        } injecting: { (view: View) throws in
            view.presenter = try presenter
        }
    }
    var view: any Viewing { placeholder() }
    var presenter: Presenter { get throws { try define(.shared) { Presenter(try thrown(view)) } } }
    var made: View {
        get throws {
            try define {
                let view = View()
                try inject(into: view)
                return view
            }
        }
    }
    var after: [Presenter] {
        get throws {
            try define {
                try inject(into: View())
                return [try presenter]
            }
        }
    }
}
_ = try? Making(container: app).made
_ = try? Making(container: app).after

// In an overlay, and where nothing can be asked for any more.
struct Closing: Assembly {
    let container: Container
    func inject(into view: View) throws {
        try adopt(view, as: \.view) {
            $0
        } injecting: { (view: View) throws in
            view.presenter = try presenter
        }
    }
    var view: any Viewing { placeholder() }
    var presenter: Presenter { get throws { try define(.shared) { Presenter(try thrown(view)) } } }
}
try? Closing(container: app.overriding()).inject(into: View())
let closed = Container()
try await closed.close()
try? Closing(container: closed).inject(into: View())
