// SPDX-License-Identifier: MIT

/// What the form for signing in does, whatever it looks like.
@MainActor package protocol AuthFormBehaviour: TextInputDelegate {
    var userNameInput: FormInput? { get set }
    var passwordInput: FormInput? { get set }

    /// Called with what went wrong, if anything did, and whether the server was asked: not if a field is empty.
    var onLoggedIn: ((_ error: SignInError?, _ performedRequest: Bool) -> Void)? { get set }

    func submitForm()
    func cancelForm()
}
