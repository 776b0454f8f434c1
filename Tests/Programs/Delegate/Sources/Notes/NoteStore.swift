// SPDX-License-Identifier: MIT

import Synchronization

/// Keeps notes.
final class NoteStore: Sendable {
    private let state = Mutex<[String]>([])

    var notes: [String] { state.withLock { $0 } }

    func add(_ note: String) { state.withLock { $0.append(note) } }
}

/// Says when a note is written.
protocol Clock: Sendable {
    var day: String { get }
}

/// The clock of the machine.
struct SystemClock: Clock {
    let day = "today"
}

/// Writes notes.
struct NoteWriter: Sendable {
    let store: NoteStore
    let clock: any Clock

    func write(_ text: String) { store.add("\(clock.day): \(text)") }
}

/// Gives a note to others.
protocol Sharing: Sendable {
    func share(_ note: String)
}

/// Shares by mail.
struct MailSharing: Sharing {
    func share(_ note: String) { print("mailed \(note)") }
}

/// Shares through the clipboard.
struct ClipboardSharing: Sharing {
    func share(_ note: String) { print("copied \(note)") }
}
