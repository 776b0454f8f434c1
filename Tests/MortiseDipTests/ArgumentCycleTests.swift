// SPDX-License-Identifier: MIT

import Mortise
import MortiseDip
import Testing

private protocol Presenting: AnyObject {
    var id: Int { get }
    var view: View? { get }
}

private protocol Routing: AnyObject {}

private final class Presenter: Presenting, Routing {
    let id: Int
    var view: View?
    init(id: Int) { self.id = id }
}

private final class View {
    weak var presenter: (any Presenting)?
    init(presenter: (any Presenting)? = nil) { self.presenter = presenter }
}

private final class InjectedView {
    @MortiseDip.InjectedWeak var presenter: (any Presenting)?
}

/// Kept by the presenter whose block makes it.
private final class OwnedView {
    @MortiseDip.Injected var presenter: Owner?
}

private final class Owner {
    var view: OwnedView?
    let id: Int
    init(id: Int) { self.id = id }
}

/// Has no equality.
private struct Style {
    let id: Int
}

// Rules D-20 to D-33 and D-50 to D-56: two objects that need each other, one of them with an argument.
@Suite(.quiet) struct `Dip, a presenter made with an argument` {
    private let container = DependencyContainer()

    private func registerView() {
        container.register { View() }.resolvingProperties { $1.presenter = try $0.resolve() }
    }

    @Test(arguments: [ComponentScope.shared, .singleton, .weakSingleton])
    func `D-54: is injected into a view that requests it without one`(_ scope: ComponentScope)
        throws
    {
        container.register(scope) { (id: Int) in Presenter(id: id) as any Presenting }
            .resolvingProperties { container, presenter in
                (presenter as? Presenter)?.view = try container.resolve()
            }
        registerView()
        for id in 1...3 {
            let presenter: any Presenting = try container.resolve(arguments: id)
            #expect(presenter.id == id && presenter.view?.presenter === presenter)
        }
    }

    @Test func `D-54: is passed to the view's constructor, too`() throws {
        container.register { (id: Int) in Presenter(id: id) as any Presenting }
            .resolvingProperties { container, presenter in
                (presenter as? Presenter)?.view = try container.resolve()
            }
        container.register { View(presenter: $0) }
        let presenter: any Presenting = try container.resolve(arguments: 1)
        #expect(presenter.view?.presenter === presenter)
    }

    @Test(arguments: [ComponentScope.shared, .singleton])
    func `D-54: is injected into a property`(_ scope: ComponentScope) throws {
        container.register(scope) { (id: Int) in Presenter(id: id) as any Presenting }
            .resolvingProperties { container, presenter in
                (presenter as? Presenter)?.view = View()
                let view: InjectedView = try container.resolve()
                (presenter as? Presenter)?.view?.presenter = view.presenter
            }
        container.register { InjectedView() }
        let presenter: any Presenting = try container.resolve(arguments: 1)
        #expect(presenter.view?.presenter === presenter)
    }

    @Test(arguments: [ComponentScope.shared, .singleton, .weakSingleton])
    func `D-54: is injected into a view that its block makes`(_ scope: ComponentScope)
        throws
    {
        container.register(scope) { (id: Int) in Owner(id: id) }
            .resolvingProperties { $1.view = try $0.resolve() }
        container.register { OwnedView() }
        for id in 1...3 {
            let owner: Owner = try container.resolve(arguments: id)
            #expect(owner.id == id && owner.view?.presenter === owner)
            owner.view = nil
        }
    }

    @Test(arguments: [ComponentScope.shared, .singleton])
    func `D-93: by another type, also with an argument without equality`(_ scope: ComponentScope)
        throws
    {
        let seen = Counter()
        container.register(scope) { (style: Style) in Presenter(id: style.id) as any Presenting }
            .resolvingProperties { container, presenter in
                _ = seen.next()
                let router: any Routing = try container.resolve()
                let other: any Routing = try container.resolve(arguments: Style(id: 8))
                #expect(router === presenter && other === presenter)
            }
            .implements((any Routing).self)
        let router: any Routing = try container.resolve(arguments: Style(id: 7))
        #expect((router as? Presenter)?.id == 7 && seen.count == 1)
        let presenter: any Presenting = try container.resolve(arguments: Style(id: 9))
        #expect((presenter === router) == (scope == .singleton))
    }

    @Test(arguments: [ComponentScope.shared, .singleton])
    func `D-93: also by another type that it implements`(_ scope: ComponentScope) throws {
        var routers: [ObjectIdentifier] = []
        container.register(scope) { (id: Int) in Presenter(id: id) as any Presenting }
            .resolvingProperties { container, _ in
                routers.append(ObjectIdentifier(try container.resolve() as any Routing))
            }
            .implements((any Routing).self)
        let presenter: any Presenting = try container.resolve(arguments: 1)
        #expect(routers == [ObjectIdentifier(presenter)])
    }

    @Test(arguments: [ComponentScope.shared, .singleton])
    func `D-25: also with an argument without equality`(_ scope: ComponentScope) throws {
        container.register(scope) { (style: Style) in Presenter(id: style.id) as any Presenting }
            .resolvingProperties { container, presenter in
                (presenter as? Presenter)?.view = try container.resolve()
            }
        registerView()
        let presenter: any Presenting = try container.resolve(arguments: Style(id: 7))
        #expect(presenter.id == 7 && presenter.view?.presenter === presenter)
    }

    @Test func `D-54: is made again for the next graph`() throws {
        container.register { (id: Int) in Presenter(id: id) as any Presenting }
            .resolvingProperties { container, presenter in
                (presenter as? Presenter)?.view = try container.resolve()
            }
        registerView()
        let first: any Presenting = try container.resolve(arguments: 1)
        let second: any Presenting = try container.resolve(arguments: 1)
        #expect(first !== second && first.view !== second.view)
        #expect(wiring(thrown { _ = try container.resolve() as View }) != nil)
    }
}
