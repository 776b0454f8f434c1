// SPDX-License-Identifier: MIT

import Mortise

protocol Face: Sendable {}
final class Log: Face {}
final class Page: Face {}
final class Missing: Sendable {}

let app = Container()
app.register(.singleton) { Log() }.implements((any Face).self) { $0 }

// What is selected hides what is around it from a request for one, not from a request for all.
let child = Container(parent: app)
child.register(tag: "page") { Page() as any Face }.selectable()
child.decorate(Log.self) { original, resolver in
    _ = try resolver.resolve(Missing.self)
    return original
}
_ = try child.resolve((any Face).self)
_ = try? child.resolveAll((any Face).self)
