// SPDX-License-Identifier: MIT

import Mortise
import MortiseDip
import MortiseGraph
import Testing

@testable import SignInCommand
@testable import SignInKit

@MainActor @Suite struct `The wiring` {
    @Test func `gives each screen its own behaviour and animations`() throws {
        let (one, other) = (try Fixture().screen, try Fixture().screen)
        #expect(one.formBehaviour != nil && one.formBehaviour !== other.formBehaviour)
        let animations = [one, other].flatMap {
            [$0.authView.userNameInput.shakeAnimation, $0.authView.passwordInput.shakeAnimation]
        }
        #expect(Set(animations.compactMap { $0.map { ObjectIdentifier($0) } }).count == 4)
    }

    @Test func `releases a screen with all its objects`() throws {
        weak var screen: AuthViewController?
        weak var behaviour: (any AuthFormBehaviour)?
        weak var container: DependencyContainer?
        do {
            let fixture = try Fixture()
            fixture.fillIn("", "")
            fixture.view.loginButton.tap()
            (screen, behaviour) = (fixture.screen, fixture.screen.formBehaviour)
            container = fixture.container
        }
        #expect(screen == nil && behaviour == nil && container == nil)
    }

    @Test func `comes from assemblies, separately for each container`() throws {
        let assembly = UIComponents()
        let containers = [DependencyContainer(), DependencyContainer()]
        for container in containers { assembly.activate(inContainer: container) }
        assembly.deactivate(inContainer: containers[0])
        #expect(throws: DipError.self) { try containers[0].resolve() as any GhostApiClient }
        _ = try containers[1].resolve() as any GhostApiClient
        try containers[1].validate(View())
        Attachment.record(containers[1].container.graph.json(), named: "graph.json")
    }

    // The list of storyboards' containers is global, so this test has its own process.
    @Test func `is found by a storyboard's objects`() async {
        await #expect(processExitsWith: .success) { @MainActor in
            let before = Storyboard.main.instantiate("SignIn") as? AuthViewController
            precondition(before != nil && before?.formBehaviour == nil)

            let program = AppDelegate()
            let screen = Storyboard.main.instantiate("SignIn") as? AuthViewController
            precondition(screen?.formBehaviour != nil && screen?.animationsFactory != nil)
            precondition(Storyboard.main.instantiate("Imprint") != nil)
            precondition(Storyboard.main.instantiate("Nothing") == nil)

            let welcome = SignIn.message(name: "jane", password: "correct horse")
            precondition(welcome == "Welcome, jane")
            let refusal = SignIn.message(name: "jane", password: "horse")
            precondition(refusal == "Name or password is wrong")
            precondition(SignIn.message(name: "", password: "") == "Name and password, please")
            withExtendedLifetime(program) {}
        }
    }
}
