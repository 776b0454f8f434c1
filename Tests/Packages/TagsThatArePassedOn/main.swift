// SPDX-License-Identifier: MIT

import Mortise

struct Log: Sendable {}
struct Screen: Sendable { let log: Log }
struct Page: Sendable { let screen: Screen }

// A definition for any tag passes on the tag that it is asked for.
let app = Container {
    $0.register { (resolver: inout Resolver) in
        Screen(log: try resolver.resolve(tag: .inherited))
    }.forAnyTag()
    $0.register(tag: "phone") { Log() }
    $0.register(tag: "tablet") { (resolver: inout Resolver) in
        Page(screen: try resolver.resolve(tag: .inherited))
    }
}
_ = try app.resolve(Screen.self, tag: "phone")
let other = Container {
    $0.register { (resolver: inout Resolver) in
        Screen(log: try resolver.resolve(tag: .inherited))
    }.forAnyTag()
}
_ = try? other.resolve(Screen.self)
_ = try? app.resolve(Screen.self, tag: "tablet")
_ = try app.resolve(Page.self, tag: "tablet")
