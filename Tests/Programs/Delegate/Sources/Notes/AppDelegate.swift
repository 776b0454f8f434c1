// SPDX-License-Identifier: MIT

import Mortise
import Toolkit

/// Wires the program when it is launched, and makes its screens.
@main final class AppDelegate: ApplicationDelegate {
    private let container = Container(name: "notes")

    // mortise:entry
    func didFinishLaunching(with arguments: [String]) {
        container.register(.singleton) { NoteStore() }
        container.register { SystemClock() as any Clock }
        container.register { NoteWriter(store: $0, clock: $1) }
        if arguments.contains("--mail") {
            container.register { MailSharing() as any Sharing }
        } else {
            container.register { ClipboardSharing() as any Sharing }
        }
        container.main.register { ListModel(store: $0, writer: $1) }
    }

    func screen(named name: String) -> Screen? {
        switch name {
        case "list": ListScreen(container: container)
        case "detail": DetailScreen(container: container)
        default: nil
        }
    }

    func willTerminate() {
        do {
            let store: NoteStore = try container.resolve()
            print("resolved NoteStore: \(store.notes.count) notes")
        } catch {
            print(error)
        }
    }
}
