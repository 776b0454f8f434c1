// SPDX-License-Identifier: MIT

/// Checks the form, and sends the request.
@MainActor final class AuthFormBehaviourImp: AuthFormBehaviour {
    weak var userNameInput: FormInput?
    weak var passwordInput: FormInput?
    var onLoggedIn: ((_ error: SignInError?, _ performedRequest: Bool) -> Void)?
    private let apiClient: any GhostApiClient
    private var isAsking = false

    init(apiClient: any GhostApiClient) { self.apiClient = apiClient }

    func inputDidReturn(_ input: TextInput) {
        if input === userNameInput {
            focus(on: passwordInput)
        } else {
            submitForm()
        }
    }

    func submitForm() {
        guard !isAsking, let userNameInput, let passwordInput else { return }
        let empty = [userNameInput, passwordInput].filter { $0.text.allSatisfy(\.isWhitespace) }
        guard empty.isEmpty else {
            focus(on: empty.first)
            for input in empty { input.shakeAnimation?.shake() }
            onLoggedIn?(nil, false)
            return
        }
        isAsking = true
        apiClient.login(userName: userNameInput.text, password: passwordInput.text) { error in
            self.isAsking = false
            if error == .refused { passwordInput.shakeAnimation?.shake() }
            self.onLoggedIn?(error, true)
        }
    }

    func cancelForm() {
        for input in [userNameInput, passwordInput] { input?.text = "" }
        focus(on: userNameInput)
    }

    private func focus(on input: FormInput?) {
        for other in [userNameInput, passwordInput] { other?.isFocused = other === input }
    }
}
