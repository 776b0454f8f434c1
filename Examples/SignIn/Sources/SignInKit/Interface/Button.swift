// SPDX-License-Identifier: MIT

/// Stands in for a button.
@MainActor package final class Button: View {
    package var onTap: (() -> Void)?

    /// Taps the button.
    package func tap() { onTap?() }
}
