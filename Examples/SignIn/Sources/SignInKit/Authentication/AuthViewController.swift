// SPDX-License-Identifier: MIT

import MortiseDip

/// Shows the form for signing in; a storyboard makes it.
@MainActor package final class AuthViewController: ViewController, StoryboardInstantiatable {
    package let authView = AuthView()
    package var animationsFactory: (any AnimationsFactory)?
    private let _formBehaviour = Injected<any AuthFormBehaviour>()

    package var formBehaviour: (any AuthFormBehaviour)? { _formBehaviour.value }

    override package func viewDidLoad() {
        super.viewDidLoad()
        let formBehaviour = formBehaviour

        formBehaviour?.onLoggedIn = { [unowned self] in handleLogin($0, performedRequest: $1) }

        formBehaviour?.userNameInput = authView.userNameInput
        authView.userNameInput.delegate = formBehaviour

        formBehaviour?.passwordInput = authView.passwordInput
        authView.passwordInput.delegate = formBehaviour

        authView.loginButton.onTap = { formBehaviour?.submitForm() }
        authView.cancelButton.onTap = { formBehaviour?.cancelForm() }

        for input in [authView.userNameInput, authView.passwordInput] {
            input.shakeAnimation = animationsFactory?.shakeAnimation(view: input)
        }
    }

    private func handleLogin(_ error: SignInError?, performedRequest: Bool) {
        authView.message =
            switch error {
            case _ where !performedRequest: "Name and password, please"
            case nil: "Welcome, \(authView.userNameInput.text)"
            case .refused: "Name or password is wrong"
            case .unavailable: "The server does not answer"
            }
    }
}
