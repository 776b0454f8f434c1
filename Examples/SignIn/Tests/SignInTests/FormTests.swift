// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import SignInKit

/// The offsets of a shaking view.
private let shaken = [10, -10, 5, -5, 0]

@MainActor @Suite struct `The form` {
    private let program: Fixture
    private var view: AuthView { program.view }

    init() throws { program = try Fixture() }

    @Test func `sends a request, and welcomes an accepted user`() throws {
        program.fillIn("jane", "secret")
        view.loginButton.tap()
        let request = try #require(program.server.requests.first)
        #expect(request.url.path.hasSuffix("/authentication/token"))
        #expect(request.fields["username"] == "jane" && request.fields["password"] == "secret")
        #expect(view.message == "")

        program.server.answer(200)
        #expect(view.message == "Welcome, jane")
        #expect(view.userNameInput.trail.isEmpty && view.passwordInput.trail.isEmpty)
    }

    @Test func `shakes the password if the server refuses`() {
        program.fillIn("jane", "wrong")
        view.loginButton.tap()
        program.server.answer(401)
        #expect(view.message == "Name or password is wrong")
        #expect(view.passwordInput.trail == shaken)
        #expect(view.userNameInput.trail.isEmpty)
    }

    @Test(arguments: [500, nil]) func `says that the server is in trouble`(status: Int?) {
        program.fillIn("jane", "secret")
        view.loginButton.tap()
        program.server.answer(status)
        #expect(view.message == "The server does not answer")
        #expect(view.passwordInput.trail.isEmpty)
    }

    @Test func `shakes empty fields, and sends no request`() {
        program.fillIn("jane", "  ")
        view.loginButton.tap()
        #expect(view.message == "Name and password, please")
        #expect(view.passwordInput.trail == shaken && view.passwordInput.isFocused)
        #expect(view.userNameInput.trail.isEmpty)
        #expect(program.server.requests.isEmpty)

        program.fillIn("", "")
        view.loginButton.tap()
        #expect(view.userNameInput.trail == shaken && view.userNameInput.isFocused)
    }

    @Test func `advances with the return key`() {
        program.fillIn("jane", "secret")
        view.userNameInput.pressReturn()
        #expect(view.passwordInput.isFocused && program.server.requests.isEmpty)
        view.passwordInput.pressReturn()
        #expect(program.server.requests.count == 1)
    }

    @Test func `sends one request at a time`() {
        program.fillIn("jane", "secret")
        view.loginButton.tap()
        view.loginButton.tap()
        #expect(program.server.requests.count == 1)
        program.server.answer(nil)
        view.loginButton.tap()
        #expect(program.server.requests.count == 2)
        program.server.answer(200)
    }

    @Test func `is emptied by the other button`() {
        program.fillIn("jane", "secret")
        view.cancelButton.tap()
        #expect(view.userNameInput.text == "" && view.passwordInput.text == "")
        #expect(view.userNameInput.isFocused)
    }
}
