// SPDX-License-Identifier: MIT

import Mortise
import Toolkit

/// What the list shows.
@MainActor final class ListModel {
    private let store: NoteStore
    private let writer: NoteWriter

    init(store: NoteStore, writer: NoteWriter) {
        self.store = store
        self.writer = writer
    }

    var lines: [String] { store.notes }

    func add() { writer.write("note \(store.notes.count + 1)") }
}

/// The list of all notes.
final class ListScreen: Screen {
    private let container: Container
    private var model: ListModel?

    init(container: Container) {
        self.container = container
        super.init()
    }

    override func didLoad() {
        do {
            model = try container.main.resolve()
            print("resolved ListModel")
        } catch {
            print(error)
        }
    }

    override func didTap(_ item: String) {
        if item == "add" { model?.add() }
        print("list: \(model?.lines ?? [])")
    }
}
