// SPDX-License-Identifier: MIT

/// Stands in for a field that somebody types into.
@MainActor package class TextInput: View {
    package var text = ""
    /// Whether what is typed goes here.
    package var isFocused = false
    package weak var delegate: (any TextInputDelegate)?

    /// Somebody presses the return key.
    package func pressReturn() { delegate?.inputDidReturn(self) }
}

/// Hears of what happens in a ``TextInput``.
@MainActor package protocol TextInputDelegate: AnyObject {
    /// Somebody has pressed the return key.
    func inputDidReturn(_ input: TextInput)
}
