// SPDX-License-Identifier: MIT

// How long instances live, scope by scope.

import Mortise

// snippet.shared
final class Document {}

struct Reader { let document: Document }

struct Writer { let document: Document }

struct Editor {
    let reader: Reader
    let writer: Writer
}

let editing = Container {
    $0.register(.shared) { Document() }
    $0.register(autowiring: Reader.init)
    $0.register(autowiring: Writer.init)
    $0.register(autowiring: Editor.init)
}

let first: Editor = try editing.resolve()
let second: Editor = try editing.resolve()
print(first.reader.document === first.writer.document)  // true: one resolve, one document
print(first.reader.document === second.reader.document)  // false: another resolve
// snippet.end
check(first.reader.document === first.writer.document)
check(first.reader.document !== second.reader.document)

// snippet.singleton
final class Database: Sendable {}

let storing = Container {
    $0.register(.singleton) { Database() }
}

let database: Database = try storing.resolve()
print(try storing.resolve(Database.self) === database)  // true, on any thread

storing.reset()  // Or remove, or register again: the container releases it.
// snippet.end
check(try storing.resolve((Database)?.self) == nil)

// snippet.eager
final class Migration: Sendable {
    init() { print("migrating") }
}

let starting = Container {
    $0.register(.eagerSingleton) { Migration() }
}

try starting.bootstrap()  // Prints "migrating".
print(starting.isBootstrapped)  // true: registering would trap from now on
// snippet.end
check(starting.isBootstrapped)

// snippet.weak
final class Thumbnails: Sendable {
    deinit { print("thumbnails are gone") }
}

let caching = Container {
    $0.register(.weakSingleton) { Thumbnails() }
}

var held: Thumbnails? = try caching.resolve()
print(try caching.resolve(Thumbnails.self) === held)  // true: somebody keeps it
held = nil  // Prints "thumbnails are gone".
// snippet.end

// snippet.parent
struct Theme: Sendable { let name: String }

final class Window: Sendable {
    let theme: Theme
    init(theme: Theme) { self.theme = theme }
}

struct Panel { let theme: Theme }

let app = Container(name: "app") {
    $0.register { Theme(name: "light") }
    $0.register(.singleton) { Window(theme: $0) }
    $0.register { Panel(theme: $0) }
}
let preview = Container(name: "preview", parent: app) {
    $0.register { Theme(name: "dark") }
}

print(try preview.resolve(Panel.self).theme.name)  // dark: made for the one who asked
print(try preview.resolve(Window.self).theme.name)  // light: it belongs to its definition
// snippet.end
check(try preview.resolve(Panel.self).theme.name == "dark")
check(try preview.resolve(Window.self).theme.name == "light")
check(try preview.resolve(Window.self) === app.resolve(Window.self))

// snippet.with
let name = try app.with(Window.self) { $0.theme.name }
// snippet.end
check(name == "light")

func check(_ isTrue: Bool, line: UInt = #line) {
    precondition(isTrue, "line \(line) of this snippet does not hold")
}
