// SPDX-License-Identifier: MIT

/// The behaviour of the form for signing in, independent of its looks.
@MainActor package protocol AuthFormBehaviour: TextInputDelegate {
    var userNameInput: FormInput? { get set }
    var passwordInput: FormInput? { get set }

    /// Called with the error, if any, and whether a request was sent: there is none if a field is empty.
    var onLoggedIn: ((_ error: SignInError?, _ performedRequest: Bool) -> Void)? { get set }

    func submitForm()
    func cancelForm()
}
