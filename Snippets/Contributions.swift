// SPDX-License-Identifier: MIT

// For the article on collections: what contributes, lists, dictionaries by tags, and empty ones.

import Mortise
import MortiseGraph

protocol Plugin: Sendable {
    var name: String { get }
}

struct Spelling: Plugin { let name = "spelling" }
struct Links: Plugin { let name = "links" }
struct Images: Plugin { let name = "images" }

// snippet.list
struct Editor: Sendable {
    let plugins: [any Plugin]
    init(plugins: [any Plugin]) { self.plugins = plugins }
}

struct TextModule: Module {
    func register(in container: Container) {
        container.register { Spelling() as any Plugin }.contributing()
        container.register { Links() as any Plugin }.contributing()
    }
}

struct PictureModule: Module {
    func register(in container: Container) {
        container.register { Images() as any Plugin }.contributing()
    }
}

let app = Container(modules: TextModule(), PictureModule())
app.register { Editor(plugins: $0) }
print(try app.resolve(Editor.self).plugins.map(\.name))  // ["spelling", "links", "images"]
// snippet.end
check(try app.resolve(Editor.self).plugins.map(\.name) == ["spelling", "links", "images"])

protocol Exporter: Sendable {
    func export(_ text: String) -> String
}

struct Markdown: Exporter { func export(_ text: String) -> String { text } }
struct HTML: Exporter { func export(_ text: String) -> String { "<p>\(text)</p>" } }

// snippet.keyed
struct ExportMenu: Sendable {
    let exporters: [DefinitionTag: any Exporter]
    init(exporters: [DefinitionTag: any Exporter]) { self.exporters = exporters }
}

app.register(tag: "md") { Markdown() as any Exporter }.contributing()
app.register(tag: "html") { HTML() as any Exporter }.contributing()
app.register { ExportMenu(exporters: $0) }

let menu: ExportMenu = try app.resolve()
print(menu.exporters["html"]?.export("Hi") ?? "")  // <p>Hi</p>
// snippet.end
check(menu.exporters["html"]?.export("Hi") == "<p>Hi</p>")

do {
    // snippet.empty
    let plain = Container {
        $0.declaresCollection(of: (any Plugin).self)
        $0.register { Editor(plugins: $0) }
    }
    let editor: Editor = try plain.resolve()  // Without plugins.
    // snippet.end
    check(editor.plugins.isEmpty)
    check(plain.validate().findings.isEmpty)
}

func check(_ condition: Bool) { precondition(condition) }
