// SPDX-License-Identifier: MIT

import MortiseDip

@testable import SignInKit

/// A server that answers on the test's command.
@MainActor final class FakeServer: Transport {
    private(set) var requests: [Request] = []
    private var waiting: [(Int?) -> Void] = []

    func send(_ request: Request, completion: @escaping @MainActor (Int?) -> Void) {
        requests.append(request)
        waiting.append(completion)
    }

    /// Answers the oldest open request.
    func answer(_ status: Int?) {
        if !waiting.isEmpty { waiting.removeFirst()(status) }
    }
}

/// The program with a fake server: the assemblies, one definition replaced, and a form on the screen.
@MainActor struct Fixture {
    let server = FakeServer()
    let container: DependencyContainer
    let screen = AuthViewController()
    var view: AuthView { screen.authView }

    init() throws {
        container = DependencyContainer(assemblies: [UIComponents()]) { [server] in
            $0.register(.singleton) { server as any Transport }
        }
        try screen.didInstantiateFromStoryboard(container, tag: "ViewController")
        screen.appear()
    }

    func fillIn(_ name: String, _ password: String) {
        view.userNameInput.text = name
        view.passwordInput.text = password
    }
}
