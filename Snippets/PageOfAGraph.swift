// SPDX-License-Identifier: MIT

// Draws a container as a page for browsers.

// snippet.page
import Foundation
import Mortise
import MortisePage

final class Clock: Sendable {}

struct Screen: Sendable { let clock: Clock }

let container = Container {
    $0.register(.singleton) { Clock() }
    $0.register(autowiring: Screen.init)
}

let file = FileManager.default.temporaryDirectory.appending(path: "app.html")
try Data(container.graph.html(title: "App").utf8).write(to: file)
// snippet.end
let page = try String(contentsOf: file, encoding: .utf8)
check(page.contains("<title>App</title>"))
try FileManager.default.removeItem(at: file)

func check(_ isTrue: Bool, line: UInt = #line) {
    precondition(isTrue, "line \(line) of this snippet does not hold")
}
