// SPDX-License-Identifier: MIT

import Mortise
import MortiseTestSupport
import Testing

private protocol API: AnyObject, Sendable {
    var text: String { get }
}

private final class Live: API {
    let text: String
    init(_ text: String = "live") { self.text = text }
}

@Suite struct `A kept instance of a forwarded type` {
    /// What the instance is asked for in: where the type is registered, or below.
    enum Place: CaseIterable { case same, child, overlay }

    private func fixture(_ place: Place) -> (app: Container, asked: Container) {
        let app = Container(name: "app") {
            $0.register { Live() }.implements((any API).self) { $0 }
        }
        switch place {
        case .same: return (app, app)
        case .child: return (app, Container(name: "child", parent: app))
        case .overlay: return (app, app.overriding())
        }
    }

    private func kept(_ container: Container) throws -> any API {
        var property = Resolved<any API>(.singleton, in: container)
        return property.wrappedValue
    }

    @Test(arguments: Place.allCases)
    func `stays one instance`(_ place: Place) throws {
        let (_, asked) = fixture(place)
        #expect(try kept(asked) === kept(asked))
    }

    @Test(arguments: Place.allCases)
    func `is made anew with a late decorator of what is forwarded`(_ place: Place) throws {
        let (app, asked) = fixture(place)
        weak let first = try kept(asked)
        #expect(first?.text == "live")

        let decoration = app.decorate(Live.self) { original, _ in Live("d(\(original.text))") }
        #expect(try kept(asked).text == "d(live)")
        #expect(try kept(asked) === kept(asked))
        #expect(first == nil)

        app.remove(decoration)
        #expect(try kept(asked).text == "live")
        #expect(try kept(asked) === kept(asked))
    }

    @Test(arguments: Place.allCases)
    func `is made anew with a late decorator of the type itself`(_ place: Place) throws {
        let (app, asked) = fixture(place)
        weak let first = try kept(asked)
        #expect(first?.text == "live")

        app.decorate((any API).self) { original, _ in Live("d(\(original.text))") }
        #expect(try kept(asked).text == "d(live)")
        #expect(try kept(asked) === kept(asked))
        #expect(first == nil)
    }

    @Test(arguments: Place.allCases)
    func `is made anew when what is forwarded is replaced`(_ place: Place) throws {
        let (app, asked) = fixture(place)
        weak let first = try kept(asked)
        #expect(first?.text == "live")

        app.register { Live("other") }
        #expect(try kept(asked).text == "other")
        #expect(try kept(asked) === kept(asked))
        #expect(first == nil)
    }

    @Test func `is made anew with a late decorator of the child that keeps it`() throws {
        let (_, child) = fixture(.child)
        #expect(try kept(child).text == "live")

        child.decorate(Live.self) { original, _ in Live("d(\(original.text))") }
        #expect(try kept(child).text == child.resolve((any API).self).text)
        #expect(try kept(child) === kept(child))
    }

    @Test(arguments: Place.allCases)
    func `goes with the singleton that is forwarded`(_ place: Place) throws {
        let (app, asked) = fixture(place)
        app.register(.singleton) { Live("one") }
        weak let first = try kept(asked)
        #expect(first?.text == "one")

        (place == .child ? app : asked).dropInstances(of: Live.self)
        #expect(try kept(asked) === asked.resolve(Live.self))
        #expect(first == nil)
    }

    @Test func `is made anew through two types`() throws {
        let app = Container(name: "app") {
            $0.register { Live() }.forwarding(to: (any API).self) { $0 }
                .forwarding(to: AnyObject.self) { $0 as AnyObject }
        }
        let child = Container(name: "child", parent: app)
        func text() throws -> String? {
            (try child.resolveKept(AnyObject.self, tag: nil) as? any API)?.text
        }
        #expect(try text() == "live")

        app.decorate(Live.self) { original, _ in Live("d(\(original.text))") }
        #expect(try text() == "d(live)")
        app.decorate((any API).self) { original, _ in Live("e(\(original.text))") }
        #expect(try text() == "e(d(live))")
    }
}
