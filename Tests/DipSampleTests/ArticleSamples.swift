// SPDX-License-Identifier: MIT

// swift-format-ignore-file

// The samples of the article on Dip's assemblies and storyboards, as printed, but for what the language has
// renamed since: `#selector` takes the place of a string, and `inout` of an `IUO`. UIKit is a few classes that
// stand in for its own, and the storyboard is a function.
//
// The spellings of 4.3 are deprecated, so whatever has them is too; it is called through a protocol.

import Foundation
import MortiseDip
import Testing

// MARK: Stand-ins

class UIView {
    var delegate: AuthFormBehaviour?
    var shakeAnimation: ShakeAnimation?
}

class UIViewController {
    func viewDidLoad() {}
}

final class AuthView {
    let userNameInput = UIView()
    let passwordInput = UIView()
}

protocol ShakeAnimation: AnyObject {
    var view: UIView { get }
}

final class ShakeAnimationImp: ShakeAnimation {
    let view: UIView
    init(view: UIView) { self.view = view }
}

protocol GhostApiClient {
    var baseURL: NSURL { get }
}

struct APIClient: GhostApiClient {
    let baseURL: NSURL
}

protocol AuthFormBehaviour: AnyObject {
    var apiClient: GhostApiClient { get }
    var userNameInput: UIView! { get set }
    var passwordInput: UIView! { get set }
    var onLoggedIn: ((Bool) -> Void)? { get set }
}

final class AuthFormBehaviourImp: AuthFormBehaviour {
    let apiClient: GhostApiClient
    var userNameInput: UIView!
    var passwordInput: UIView!
    var onLoggedIn: ((Bool) -> Void)?
    init(apiClient: GhostApiClient) { self.apiClient = apiClient }
}

// MARK: The article

@available(*, deprecated)
class UIComponents: Assembly {

    let authViewController = AssemblyDefinitionOf(tag: "ViewController") { (_, _: Void) in ViewController() }
        .resolveDependencies { (c, vc) -> () in
            vc.animationsFactory = try c.resolve() as AnimationsFactory
    }

    let authFormBehaviour = AssemblyDefinitionOf() { (c, _: Void) in
        AuthFormBehaviourImp(apiClient: try c.resolve()) as AuthFormBehaviour
    }

    let animationFactory = AssemblyDefinitionOf() { (c, _: Void) in
        c as AnimationsFactory
    }

    let shakeAnimaton = AssemblyDefinitionOf() { (_, view: UIView) in
        ShakeAnimationImp(view: view) as ShakeAnimation
    }

    //Collaborating assemblies

    let networkComponents = NetworkComponents()

}

class NetworkComponents: Assembly {

    let apiClient = AssemblyDefinitionOf() { (_, _: Void) in
        APIClient(baseURL: NSURL(string: "http://localhost:2368")!) as GhostApiClient
    }

}

extension DependencyContainer: AnimationsFactory {
    func shakeAnimation(view: UIView) -> ShakeAnimation {
        return try! self.resolve(arguments: view) as ShakeAnimation
    }
}

protocol AnimationsFactory {
    func shakeAnimation(view: UIView) -> ShakeAnimation
}

class ViewController: UIViewController, StoryboardInstantiatable {

    private let _formBehaviour = Injected<AuthFormBehaviour>()

    var formBehaviour: AuthFormBehaviour? {
        return _formBehaviour.value
    }

    var animationsFactory: AnimationsFactory?
    let authView = AuthView()
    var isLoggedIn = false

    func handleLogin(_ success: Bool) { isLoggedIn = success }

    override func viewDidLoad() {
        super.viewDidLoad()

        formBehaviour?.onLoggedIn = {[unowned self] in self.handleLogin($0)}

        formBehaviour?.userNameInput = authView.userNameInput
        formBehaviour?.userNameInput.delegate = formBehaviour

        formBehaviour?.passwordInput = authView.passwordInput
        formBehaviour?.passwordInput.delegate = formBehaviour

        authView.userNameInput.shakeAnimation = animationsFactory?.shakeAnimation(view: authView.userNameInput)
        authView.passwordInput.shakeAnimation = animationsFactory?.shakeAnimation(view: authView.passwordInput)
    }
}

@available(*, deprecated)
class AppDelegate {
    let container = DependencyContainer(assemblies: [UIComponents()]) { c in
        DependencyContainer.uiContainer = c
    }
}

private protocol Program {
    func run()
}

private struct Launch: Program {
    @available(*, deprecated)
    func run() {
        let delegate = AppDelegate()
        for tag in ["ViewController", "another"] {
            let controller = ViewController()
            let wasCompleted = DependencyContainer.storyboardInstantiated(controller, tag: tag)
            #expect(wasCompleted == (tag == "ViewController"))
            guard wasCompleted else { continue }
            controller.viewDidLoad()
            #expect(controller.authView.userNameInput.shakeAnimation?.view === controller.authView.userNameInput)
            #expect(controller.authView.passwordInput.delegate === controller.formBehaviour)
            #expect(controller.formBehaviour?.apiClient.baseURL.port == 2368)
            controller.formBehaviour?.onLoggedIn?(true)
            #expect(controller.isLoggedIn)
        }
        withExtendedLifetime(delegate) {}
    }
}

@Suite struct `The article's program` {
    // The list of containers belongs to the program, so this one has a process of its own.
    @Test func `is wired as the article says`() async {
        await #expect(processExitsWith: .success) {
            logLevel = .None
            (Launch() as any Program).run()
        }
    }
}
