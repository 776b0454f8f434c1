// SPDX-License-Identifier: MIT

// swift-format-ignore-file

// The samples of the article on Dip's assemblies and storyboards, as printed, but for what the language has
// renamed since: `#selector(…)` takes the place of a string, `for:` that of `forControlEvents:`, and `.touchUpInside`
// that of `.TouchUpInside`; the first parameter of a method has a label when it is called; a closure that is not
// given all parameters says so. `@UIApplicationMain` would make this the program, so it is left out.
//
// UIKit is a few classes that stand in for its own, the storyboard is a function, and the network is a queue.
//
// The spellings of 4.3 are deprecated, so whatever has them is too; it is called through a protocol.

import Foundation
import MortiseDip
import Testing

// MARK: Stand-ins

/// What `#selector` makes where there is Objective-C.
struct Selector: Sendable {
    let perform: @Sendable (AnyObject) -> Void

    init(_ perform: @escaping @Sendable (AuthFormBehaviour) -> Void) {
        self.perform = { ($0 as? AuthFormBehaviour).map(perform) }
    }

    static let submitForm = Selector { $0.submitForm() }
    static let cancelForm = Selector { $0.cancelForm() }
}

struct UIControlEvents: OptionSet {
    let rawValue: Int
    static let touchUpInside = UIControlEvents(rawValue: 1 << 6)
}

class UIResponder {}

class UIView: UIResponder {}

class UIWindow: UIView {}

class UIButton: UIView {
    private weak var target: AnyObject?
    private var action: Selector?

    func addTarget(_ target: AnyObject?, action: Selector, for events: UIControlEvents) {
        self.target = target
        self.action = action
    }

    /// Somebody taps it.
    func tap() {
        if let target, let action { action.perform(target) }
    }
}

protocol UITextFieldDelegate: AnyObject {
    func textFieldDidEndEditing(_ textField: UITextField)
}

class UITextField: UIView {
    weak var delegate: UITextFieldDelegate?
    var shakeAnimation: ShakeAnimation?

    var text: String = ""

    /// Somebody types.
    func enter(_ text: String) {
        self.text = text
        delegate?.textFieldDidEndEditing(self)
    }
}

class UIViewController: UIResponder {
    func viewDidLoad() {}
}

protocol UIApplicationDelegate: AnyObject {}

// MARK: The rest of the program

final class AuthView: UIView {
    let userNameInput = UITextField()
    let passwordInput = UITextField()
    let loginButton = UIButton()
    let cancelButton = UIButton()
}

protocol ShakeAnimation: AnyObject {
    var view: UIView { get }
    var shakes: Int { get }
    func shake()
}

final class ShakeAnimationImp: ShakeAnimation {
    let view: UIView
    private(set) var shakes = 0
    init(view: UIView) { self.view = view }
    func shake() { shakes += 1 }
}

struct Request {
    let url: NSURL?
    let userName: String
    let password: String
}

protocol GhostApiClient: AnyObject {
    var baseURL: NSURL { get }
    @discardableResult
    func login(_ userName: String, _ password: String, _ completion: @escaping (Bool) -> Void) -> Request
}

/// Answers when somebody lets it.
final class APIClient: GhostApiClient {
    let baseURL: NSURL
    private var answers: [() -> Void] = []

    init(baseURL: NSURL) { self.baseURL = baseURL }

    func login(_ userName: String, _ password: String, _ completion: @escaping (Bool) -> Void) -> Request {
        let isRight = userName == "ghost" && password == "boo"
        answers.append { completion(isRight) }
        return Request(
            url: NSURL(string: "session", relativeTo: baseURL as URL),
            userName: userName,
            password: password
        )
    }

    func answer() {
        let all = answers
        answers = []
        for answer in all { answer() }
    }
}

protocol AuthFormBehaviour: UITextFieldDelegate {
    var apiClient: GhostApiClient { get }
    var userNameInput: UITextField! { get set }
    var passwordInput: UITextField! { get set }
    var onLoggedIn: ((Bool, Request) -> Void)? { get set }
    func submitForm()
    func cancelForm()
}

final class AuthFormBehaviourImp: AuthFormBehaviour {
    let apiClient: GhostApiClient
    weak var userNameInput: UITextField!
    weak var passwordInput: UITextField!
    var onLoggedIn: ((Bool, Request) -> Void)?
    private var userName = ""
    private var password = ""

    init(apiClient: GhostApiClient) { self.apiClient = apiClient }

    func textFieldDidEndEditing(_ textField: UITextField) {
        if textField === userNameInput { userName = textField.text } else { password = textField.text }
    }

    func submitForm() {
        for input in [userNameInput!, passwordInput!] where input.text.isEmpty {
            input.shakeAnimation?.shake()
            return
        }
        var request: Request?
        request = apiClient.login(userName, password) { [weak self] isLoggedIn in
            guard let self, let request else { return }
            if !isLoggedIn { passwordInput.shakeAnimation?.shake() }
            onLoggedIn?(isLoggedIn, request)
        }
    }

    func cancelForm() {
        userNameInput.enter("")
        passwordInput.enter("")
    }
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
    @available(*, deprecated)
    func shakeAnimation(view: UIView) -> ShakeAnimation {
        return try! self.resolve(withArguments: view) as ShakeAnimation
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
    var logins: [(isLoggedIn: Bool, request: Request)] = []

    func handleLogin(_ isLoggedIn: Bool, performedRequest request: Request) {
        logins.append((isLoggedIn, request))
    }

    override func viewDidLoad() {
        super.viewDidLoad()

        formBehaviour?.onLoggedIn = {[unowned self] in self.handleLogin($0, performedRequest: $1)}

        formBehaviour?.userNameInput = authView.userNameInput
        formBehaviour?.userNameInput.delegate = formBehaviour

        formBehaviour?.passwordInput = authView.passwordInput
        formBehaviour?.passwordInput.delegate = formBehaviour

        authView.loginButton.addTarget(formBehaviour, action: .submitForm, for: .touchUpInside)
        authView.cancelButton.addTarget(formBehaviour, action: .cancelForm, for: .touchUpInside)

        authView.userNameInput.shakeAnimation = animationsFactory?.shakeAnimation(view: authView.userNameInput)
        authView.passwordInput.shakeAnimation = animationsFactory?.shakeAnimation(view: authView.passwordInput)
    }
}

@available(*, deprecated)
class AppDelegate: UIResponder, UIApplicationDelegate {
    var window: UIWindow?
    let container = DependencyContainer(assemblies: [UIComponents()]) { c in
        DependencyContainer.uiContainer = c
    }
}

private protocol Program {
    func run() throws
}

private struct Launch: Program {
    @available(*, deprecated)
    func run() throws {
        let delegate = AppDelegate()
        for tag in ["ViewController", "another"] {
            let controller = ViewController()
            let wasCompleted = DependencyContainer.storyboardInstantiated(controller, tag: tag)
            #expect(wasCompleted == (tag == "ViewController"))
            guard wasCompleted else { continue }
            controller.viewDidLoad()
            try use(controller)
        }
        withExtendedLifetime(delegate) {}
    }

    /// Somebody logs in, after a few attempts.
    private func use(_ controller: ViewController) throws {
        let view = controller.authView
        let client = try #require(controller.formBehaviour?.apiClient as? APIClient)
        #expect(client.baseURL.port == 2368)
        let shakes = { [view.userNameInput, view.passwordInput].map { $0.shakeAnimation?.shakes } }
        #expect(view.userNameInput.shakeAnimation?.view === view.userNameInput)
        view.loginButton.tap()
        #expect(shakes() == [1, 0])

        view.userNameInput.enter("ghost")
        view.passwordInput.enter("oops")
        view.loginButton.tap()
        client.answer()
        #expect(shakes() == [1, 1])
        view.cancelButton.tap()
        #expect(view.userNameInput.text.isEmpty && view.passwordInput.text.isEmpty)

        view.userNameInput.enter("ghost")
        view.passwordInput.enter("boo")
        view.loginButton.tap()
        client.answer()
        #expect(shakes() == [1, 1])
        #expect(controller.logins.map(\.isLoggedIn) == [false, true])
        #expect(controller.logins.last?.request.password == "boo")
        #expect(controller.logins.last?.request.url?.absoluteString.hasSuffix(":2368/session") == true)
    }
}

@Suite(.quiet) struct `The article's program` {
    // The list of containers belongs to the program, so this one has a process of its own.
    @Test func `is wired as the article says`() async {
        await #expect(processExitsWith: .success) {
            logLevel = .None
            try (Launch() as any Program).run()
        }
    }
}
