// SPDX-License-Identifier: MIT

import SignInKit

@main @MainActor struct SignIn {
    static func main() {
        let arguments = Array(CommandLine.arguments.dropFirst())
        guard arguments.count <= 2 else { return print("usage: signin [NAME [PASSWORD]]") }
        let program = AppDelegate()
        print(message(name: arguments.first ?? "", password: arguments.dropFirst().first ?? ""))
        withExtendedLifetime(program) {}
    }

    /// The screen's texts while somebody fills in the form.
    static func message(name: String, password: String) -> String {
        guard let screen = Storyboard.main.instantiate("SignIn") as? AuthViewController else {
            return "there is no form"
        }
        screen.appear()
        screen.authView.userNameInput.text = name
        screen.authView.passwordInput.text = password
        screen.authView.loginButton.tap()
        return screen.authView.message
    }
}
