// SPDX-License-Identifier: MIT

// The samples of EasyDi's README, with its misprints corrected:
//
// - `func perform(with:then completion: (success: Bool)->Void)`: a closure's parameter has no label.
// - `baseURL.appendingPathComponent` uses what `guard` unwrapped as `url`; `self.apiClient.post` what it
//   unwrapped as `apiClient`; so does `self.purchaseService.perform` in the controller.
// - `class OrderViewController: ViewController` and `self.presenter(showOrderResult:)`: there is neither.
// - `URL("http://someapi.com/")!` is `URL(string:)!`; the variable is `baseURL`, not `baseURl`, and
//   belongs to the service, not to the client.
// - `$0.b = self.B()` is `self.b`, and so on; `let FeatureAssembly: Assembly` is a class.
// - `define(init: Feature)` and `define(init: FeatureV2)` lack their parentheses.
// - `init: PurchaseService()` injects into the class, so the member's type may be its protocol.
// - `return define(key: "view", init: view)` in a function without a result returns nothing.
// - `—Ålass` is `class`.

import Foundation
import MortiseEasyDi
import Testing

import struct Mortise.Locked

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

// MARK: - A simple example

protocol IAPIClient: AnyObject {
    func post(_ request: URLRequest, then completion: (Data?, (any Error)?) -> Void)
}

final class APIClient: IAPIClient {
    func post(_ request: URLRequest, then completion: (Data?, (any Error)?) -> Void) {
        completion(nil, URLError(.notConnectedToInternet))
    }
}

protocol IPurchaseService {
    func perform(with objectId: String, then completion: (Bool) -> Void)
}

final class PurchaseService: IPurchaseService {
    var baseURL: URL?
    var apiPath = "/purchase/"
    var apiClient: (any IAPIClient)?

    func perform(with objectId: String, then completion: (_ success: Bool) -> Void) {
        guard let apiClient = self.apiClient, let url = self.baseURL else {
            fatalError("Trying to do something with uninitialized purchase service")
        }
        let purchaseURL = url.appendingPathComponent(self.apiPath).appendingPathComponent(objectId)
        let urlRequest = URLRequest(url: purchaseURL)
        apiClient.post(urlRequest) { (_, error) in
            let success: Bool = (error == nil)
            completion(success)
        }
    }
}

final class OrderViewController {
    var purchaseService: (any IPurchaseService)?
    var purchaseId: String?
    var result: Bool?

    func didClickShopButton() {
        guard let purchaseService = self.purchaseService, let purchaseId = self.purchaseId else {
            fatalError("Trying to do something with uninitialized OrderViewController")
        }
        purchaseService.perform(with: purchaseId) { (success) in
            self.result = success
        }
    }
}

class ServiceAssembly: Assembly {
    var purchaseService: any IPurchaseService {
        define(init: PurchaseService()) {
            $0.baseURL = self.apiV1BaseURL
            $0.apiClient = self.apiClient
            return $0
        }
    }

    var apiClient: any IAPIClient {
        define(init: APIClient())
    }

    var apiV1BaseURL: URL {
        define(init: URL(string: "http://someapi.com/") ?? URL(filePath: "/"))
    }
}

class OrderViewAssembly: Assembly {
    lazy var serviceAssembly: ServiceAssembly = self.context.assembly()

    func inject(into controller: OrderViewController, purchaseId: String) {
        let _: OrderViewController = define(init: controller) {
            $0.purchaseService = self.serviceAssembly.purchaseService
            $0.purchaseId = purchaseId
            return $0
        }
    }
}

private final class RecordingClient: IAPIClient {
    var urls: [String] = []
    func post(_ request: URLRequest, then completion: (Data?, (any Error)?) -> Void) {
        urls.append(request.url?.absoluteString ?? "")
        completion(Data(), nil)
    }
}

@Suite struct `The simple example` {
    private let context = DIContext()

    @Test func `injects the service into the view controller`() {
        let controller = OrderViewController()
        OrderViewAssembly.instance(from: context).inject(into: controller, purchaseId: "42")
        #expect(controller.purchaseId == "42")
        controller.didClickShopButton()
        #expect(controller.result == false)
    }

    @Test func `changes the client without touching the view controller`() {
        let client = RecordingClient()
        let services = ServiceAssembly.instance(from: context)
        services.addSubstitution(for: "apiClient") { () -> any IAPIClient in client }
        let controller = OrderViewController()
        OrderViewAssembly.instance(from: context).inject(into: controller, purchaseId: "42")
        controller.didClickShopButton()
        #expect(controller.result == true)
        #expect(client.urls == ["http://someapi.com/purchase/42"])
    }
}

// MARK: - Scopes

/// Counts the objects in the pictures.
private let alive = Locked<[String: Int]>([:])

class Counted {
    private let context: String
    init(_ context: String) {
        self.context = context
        alive.withLock { $0["\(context).\(type(of: self))", default: 0] += 1 }
    }
}

final class A: Counted {
    var b: B?
}

final class B: Counted {
    var c: C?
}

final class C: Counted {
    var a: A?
}

private func counts(_ context: String) -> [String: Int] {
    alive.withLock { all in
        all.filter { $0.key.hasPrefix("\(context).") }.reduce(into: [:]) {
            $0[String($1.key.dropFirst(context.count + 1))] = $1.value
        }
    }
}

@Suite struct `A, B and C` {
    class GraphAssembly: Assembly {
        var a: A {
            define(init: A("graph")) {
                $0.b = self.b
                return $0
            }
        }

        var b: B {
            define(init: B("graph")) {
                $0.c = self.c
                return $0
            }
        }

        var c: C {
            define(init: C("graph")) {
                $0.a = self.a
                return $0
            }
        }
    }

    @Test func `in object graphs are two graphs, of three objects each`() {
        let context = DIContext()
        let a1 = GraphAssembly.instance(from: context).a
        let a2 = GraphAssembly.instance(from: context).a
        for a in [a1, a2] { #expect(a.b?.c?.a === a) }
        #expect(a1.b !== a2.b)
        for a in [a1, a2] { a.b?.c?.a = nil }
        #expect(counts("graph") == ["A": 2, "B": 2, "C": 2])
    }

    class SingletonAssembly: Assembly {
        var a: A {
            define(init: A("singleton")) {
                $0.b = self.b
                return $0
            }
        }

        var b: B {
            define(scope: .lazySingleton, init: B("singleton")) {
                $0.c = self.c
                return $0
            }
        }

        var c: C {
            define(init: C("singleton")) {
                $0.a = self.a
                return $0
            }
        }
    }

    @Test func `with a singleton are one graph, which the second A joins`() {
        let context = DIContext()
        let a1 = SingletonAssembly.instance(from: context).a
        let a2 = SingletonAssembly.instance(from: context).a
        #expect(a1.b === a2.b)
        #expect(a1.b?.c?.a === a1)
        #expect(a2.b?.c?.a === a1)
        a1.b?.c?.a = nil
        #expect(counts("singleton") == ["A": 2, "B": 1, "C": 1])
    }

    class PrototypeAssembly: Assembly {
        var a: A {
            define(scope: .prototype, init: A("prototype")) {
                $0.b = self.b
                return $0
            }
        }

        var b: B {
            define(init: B("prototype")) {
                $0.c = self.c
                return $0
            }
        }

        var c: C {
            define(init: C("prototype")) {
                $0.a = self.a
                return $0
            }
        }
    }

    @Test func `with a prototype are two graphs, with four copies of A`() {
        let context = DIContext()
        let a1 = PrototypeAssembly.instance(from: context).a
        let a2 = PrototypeAssembly.instance(from: context).a
        for a in [a1, a2] {
            #expect(a.b?.c?.a !== a)
            #expect(a.b?.c?.a?.b === a.b)
        }
        #expect(a1.b !== a2.b)
        for a in [a1, a2] { a.b?.c?.a = nil }
        #expect(counts("prototype") == ["A": 4, "B": 2, "C": 2])
    }
}

// MARK: - Contexts and substitutions

protocol ITheObject {
    var intParameter: Int { get }
}

final class TheObject: ITheObject {
    var intParameter = 0
}

final class FakeTheObject: ITheObject {
    var intParameter = 0
}

class MyAssembly: Assembly {
    var theObject: any ITheObject {
        define(init: TheObject()) {
            $0.intParameter = 10
            return $0
        }
    }
}

class TestAssembly: Assembly {
    var single: TheObject { define(scope: .lazySingleton, init: TheObject()) }
}

class FeedViewAssembly: Assembly {
    lazy var serviceAssembly: TestAssembly = self.context.assembly()
    var shown: TheObject { define(init: self.serviceAssembly.single) }
}

@Suite struct `Contexts` {
    @Test func `keep tests apart`() {
        let context: DIContext = DIContext()
        let assemblyInstance2 = TestAssembly.instance(from: context)
        #expect(assemblyInstance2.single !== TestAssembly.instance().single)
    }

    @Test func `are the same for peers`() {
        let context = DIContext()
        #expect(
            FeedViewAssembly.instance(from: context).shown
                === TestAssembly.instance(from: context).single
        )
    }
}

@Suite struct `Replacing an object in a test` {
    @Test func `returns the stub, of another type and with another parameter`() {
        let context = DIContext()
        let myAssembly = MyAssembly.instance(from: context)
        #expect(myAssembly.theObject.intParameter == 10)
        myAssembly.addSubstitution(for: "theObject") { () -> any ITheObject in
            let result = FakeTheObject()
            result.intParameter = 30
            return result
        }
        #expect(myAssembly.theObject.intParameter == 30)
        #expect(myAssembly.theObject is FakeTheObject)
    }
}

protocol IFeature: AnyObject {}
final class Feature: IFeature {}
final class FeatureV2: IFeature {}

class FeatureAssembly: Assembly {
    var feature: any IFeature {
        define(init: Feature()) { $0 }
    }
}

class FeatureABTestAssembly: Assembly {
    lazy var featureAssembly: FeatureAssembly = self.context.assembly()

    var feature: any IFeature {
        define(init: FeatureV2()) { $0 }
    }

    func activate(firstTest: Bool) {
        if firstTest {
            self.featureAssembly.addSubstitution(for: "feature") {
                self.feature
            }
        } else {
            self.featureAssembly.removeSubstitution(for: "feature")
        }
    }
}

@Suite struct `An A/B test` {
    @Test func `switches the feature on and off while the program runs`() {
        let context = DIContext()
        let test = FeatureABTestAssembly.instance(from: context)
        let features = FeatureAssembly.instance(from: context)
        for _ in 0..<3 {
            #expect(features.feature is Feature)
            test.activate(firstTest: true)
            #expect(features.feature is FeatureV2)
            test.activate(firstTest: false)
        }
        #expect(features.feature is Feature)
    }
}

// MARK: - VIPER

protocol IModuleViewController: AnyObject {}
protocol IModulePresenter: AnyObject {}
protocol IModuleInteractor: AnyObject {}

final class ModuleViewController: IModuleViewController {
    var presenter: (any IModulePresenter)?
}

final class ModulePresenter: IModulePresenter {
    weak var view: (any IModuleViewController)?
    var interactor: (any IModuleInteractor)?
}

final class ModuleInteractor: IModuleInteractor {
    weak var presenter: (any IModulePresenter)?
}

class ModuleAssembly: Assembly {
    func inject(into view: ModuleViewController) {
        let _: ModuleViewController = define(key: "view", init: view) {
            $0.presenter = self.presenter
            return $0
        }
    }

    var view: any IModuleViewController {
        definePlaceholder()
    }

    var presenter: any IModulePresenter {
        define(init: ModulePresenter()) {
            $0.view = self.view
            $0.interactor = self.interactor
            return $0
        }
    }

    var interactor: any IModuleInteractor {
        define(init: ModuleInteractor()) {
            $0.presenter = self.presenter
            return $0
        }
    }
}

@Suite struct `A VIPER module` {
    private let context = DIContext()

    @Test func `begins with the view that is injected into`() {
        for _ in 0..<2 {
            let view = ModuleViewController()
            ModuleAssembly.instance(from: context).inject(into: view)
            let presenter = view.presenter as? ModulePresenter
            #expect(presenter?.view === view)
            let interactor = presenter?.interactor as? ModuleInteractor
            #expect(interactor?.presenter === presenter)
        }
    }

    @Test func `cannot begin with the presenter: there is no view`() async {
        await #expect(processExitsWith: .failure) {
            _ = ModuleAssembly.instance().presenter
        }
    }
}
