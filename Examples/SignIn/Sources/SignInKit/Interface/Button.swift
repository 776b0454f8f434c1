// SPDX-License-Identifier: MIT

/// Stands in for a button.
@MainActor package final class Button: View {
    package var onTap: (() -> Void)?

    /// Somebody taps it.
    package func tap() { onTap?() }
}
