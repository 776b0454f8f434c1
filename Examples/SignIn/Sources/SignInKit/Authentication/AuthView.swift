// SPDX-License-Identifier: MIT

/// The screen for signing in.
@MainActor package final class AuthView: View {
    package let userNameInput = FormInput()
    package let passwordInput = FormInput()
    package let loginButton = Button()
    package let cancelButton = Button()
    /// The text below the form.
    package var message = ""
}
