// SPDX-License-Identifier: MIT

/// Stands in for a text field.
@MainActor package class TextInput: View {
    package var text = ""
    /// Whether the field has the keyboard focus.
    package var isFocused = false
    package weak var delegate: (any TextInputDelegate)?

    /// Presses the return key.
    package func pressReturn() { delegate?.inputDidReturn(self) }
}

/// The delegate of a ``TextInput``.
@MainActor package protocol TextInputDelegate: AnyObject {
    /// The return key was pressed.
    func inputDidReturn(_ input: TextInput)
}
