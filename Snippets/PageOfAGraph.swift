// SPDX-License-Identifier: MIT

// Draws a container as a page for browsers.

// snippet.page
import Foundation
import Mortise
import MortisePage
import Synchronization

final class Clock: Sendable {}

struct Screen: Sendable { let clock: Clock }

let container = Container {
    $0.register(.singleton) { Clock() }
    $0.register(autowiring: Screen.init)
}

// What is made from here on is shown with the time that it takes.
let builds = Mutex(BuildTimes())
let token = container.observe { event in
    guard case .made(let duration) = event.kind else { return }
    builds.withLock { $0.note(event.key, at: event.site, took: duration) }
}
_ = try container.resolve(Screen.self)

let file = FileManager.default.temporaryDirectory.appending(path: "app.html")
let times = builds.withLock { $0 }
try Data(container.graph.html(title: "App", builds: times).utf8).write(to: file)
// snippet.end
let page = try String(contentsOf: file, encoding: .utf8)
check(page.contains("<title>App</title>") && page.contains(#""made": [1, "#))
token.cancel()
try FileManager.default.removeItem(at: file)

func check(_ isTrue: Bool, line: UInt = #line) {
    precondition(isTrue, "line \(line) of this snippet does not hold")
}
