// SPDX-License-Identifier: MIT

import Mortise
import MortiseGraph
import MortiseTestSupport
import Testing

private protocol Viewing: AnyObject, Sendable {}
private protocol Presenting: AnyObject, Sendable {
    var view: (any Viewing)? { get }
}

private final class ModuleView: Viewing, @unchecked Sendable {
    var presenter: (any Presenting)?
    var other: (any Presenting)?
    var times = 0
}

private final class ModulePresenter: Presenting, @unchecked Sendable {
    weak var view: (any Viewing)?
    var interactor: Interactor?
    init(_ view: any Viewing) { self.view = view }
}

private final class Interactor: @unchecked Sendable {
    weak var presenter: (any Presenting)?
}

private struct Refused: Error {}

private struct Screens: Assembly {
    let container: Container

    func inject(into view: ModuleView) {
        adopt(view, as: \.view) {
            $0
        } injecting: {
            $0.presenter = presenter
            $0.other = presenter
            $0.times += 1
        }
    }
    func injectAlone(into view: ModuleView) {
        adopt(view) { $0.times += 1 }
    }
    func refuse(_ view: ModuleView) throws {
        try adopt(view, as: \.view) {
            $0
        } injecting: {
            $0.presenter = presenter
            throw Refused()
        }
    }
    func both(_ first: ModuleView, _ second: ModuleView) -> [(any Presenting)?] {
        define {
            inject(into: first)
            inject(into: second)
            return [first.presenter, second.presenter]
        }
    }
    func wrong(_ view: ModuleView) {
        adopt(view, as: \.presenter) {
            ModulePresenter($0)
        } injecting: { _ in
        }
    }

    var view: any Viewing { placeholder() }
    var tried: any Viewing { get throws { try placeholder(throwing: (any Error).self) } }
    var owner: [any Viewing] { get throws { try define { [try tried] } } }
    var presenter: any Presenting {
        define(.shared) {
            ModulePresenter(view)
        } injecting: {
            $0.interactor = interactor
        } as: {
            $0 as any Presenting
        }
    }
    var interactor: Interactor {
        define(.shared) {
            Interactor()
        } injecting: {
            $0.presenter = presenter
        }
    }
}

@Suite struct `An object that was made elsewhere` {
    private let app = Container(name: "app")
    private var screens: Screens { Screens(container: app) }

    @Test func `is completed, and part of the graph that is made for it`() {
        for _ in 0..<3 {
            let view = ModuleView()
            screens.inject(into: view)
            let presenter = view.presenter as? ModulePresenter
            #expect(presenter?.view === view)
            #expect(view.other === presenter)
            #expect(presenter?.interactor?.presenter === presenter)
            #expect(view.times == 1)
        }
    }

    @Test func `may be completed again, with a graph of its own`() {
        let view = ModuleView()
        screens.inject(into: view)
        let first = view.presenter
        screens.inject(into: view)
        #expect(view.times == 2)
        #expect(view.presenter !== first)
        screens.injectAlone(into: view)
        #expect(view.times == 3)
    }

    @Test func `is not mistaken for another one that is completed in the same graph`() {
        let (first, second) = (ModuleView(), ModuleView())
        _ = screens.both(first, second)
        #expect((first.times, second.times) == (1, 1))
        // Shared instances of the graph are shared here, too: this is the first one's presenter.
        #expect(second.presenter === first.presenter)
    }

    @Test func `is not kept, neither then nor if its step throws`() {
        weak var weakView: ModuleView?
        weak var presenter: ModulePresenter?
        do {
            let view = ModuleView()
            weakView = view
            screens.inject(into: view)
            let error = #expect(throws: ResolutionError.self) { try screens.refuse(view) }
            #expect(error?.underlying is Refused)
            presenter = view.presenter as? ModulePresenter
            #expect(presenter != nil)
        }
        #expect(weakView == nil)
        #expect(presenter == nil)
    }

    @Test func `is in the graph of definitions, like any member`() {
        screens.inject(into: ModuleView())
        let names = app.graph.nodes.map(\.key.description)
        #expect(names.contains("Screens.inject(into:): ModuleView"), "\(names)")
        #expect(names.contains("Screens.view: any Viewing"))
        #expect(app.validate().errors.isEmpty, "\(app.validate())")
    }

    @Test func `may be adopted in a scope`() async throws {
        try await app.withScope(.request) { scope in
            let view = ModuleView()
            Screens(container: scope).inject(into: view)
            #expect(view.presenter?.view === view)
        }
    }
}

@Suite struct `A placeholder` {
    @Test func `that stays empty is an error that shows its location and its path`() throws {
        let screens = Screens(container: Container(name: "app"))
        let error = #expect(throws: ResolutionError.self) { try screens.owner }
        #expect(error?.code == .missingBinding)
        try expectGolden(
            #require(error).description.replacing(#/swift:\d+/#) { _ in "swift:LINE" },
            "error-placeholder"
        )
        #expect(throws: ResolutionError.self) { try screens.tried }
    }

    @Test func `in a member that cannot throw ends the program`() async {
        await #expect(processExitsWith: .failure) {
            _ = Screens(container: Container()).view
        }
    }

    @Test func `must be declared: another member cannot stand for an object`() async {
        await #expect(processExitsWith: .failure) {
            Screens(container: Container()).wrong(ModuleView())
        }
    }

    @Test func `may be substituted`() {
        let screens = Screens(container: Container())
        let view = ModuleView()
        let fake = ModuleView()
        screens.withSubstitution(\.view) {
            fake
        } _: {
            screens.inject(into: view)
            #expect(view.presenter?.view === fake)
        }
    }
}
