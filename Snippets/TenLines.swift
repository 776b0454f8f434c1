// SPDX-License-Identifier: MIT

// The smallest program that shows the purpose of a container.

import Mortise

protocol API: Sendable {}

struct HTTPClient: API {}

final class Draft {}

struct Toolbar { let draft: Draft }

struct Editor {
    let api: any API
    let draft: Draft
    let toolbar: Toolbar
}

// snippet.wiring
let container = Container {
    $0.register(.singleton) { HTTPClient() as any API }  // One for everybody.
    $0.register(.shared) { Draft() }  // One for each editor that is resolved.
    $0.register { Toolbar(draft: $0) }  // Parameters are resolved by type.
    $0.register(autowiring: Editor.init)
}
try container.validate().check()

let editor: Editor = try container.resolve()
print(editor.draft === editor.toolbar.draft)  // true
// snippet.end
precondition(editor.draft === editor.toolbar.draft)
