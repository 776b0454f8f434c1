// SPDX-License-Identifier: MIT

import Mortise
import Toolkit

/// One note.
final class DetailScreen: Screen {
    private let container: Container
    private var note = ""

    init(container: Container) {
        self.container = container
        super.init()
    }

    override func didAppear() {
        do {
            note = try container.resolve(NoteStore.self).notes.last ?? "empty"
            print("resolved NoteStore")
        } catch {
            print(error)
        }
    }

    override func didTap(_ item: String) {
        guard item == "share" else { return }
        do {
            let sharing: any Sharing = try container.resolve()
            print("resolved any Sharing")
            sharing.share(note)
        } catch {
            print(error)
        }
    }
}
