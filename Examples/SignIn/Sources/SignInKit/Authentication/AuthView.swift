// SPDX-License-Identifier: MIT

/// What somebody sees who is to sign in.
@MainActor package final class AuthView: View {
    package let userNameInput = FormInput()
    package let passwordInput = FormInput()
    package let loginButton = Button()
    package let cancelButton = Button()
    /// What is written below the form.
    package var message = ""
}
