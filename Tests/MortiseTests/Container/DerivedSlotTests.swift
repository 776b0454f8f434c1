// SPDX-License-Identifier: MIT

import Foundation
import Mortise
import MortiseGraph
import Testing

// A container has slots that nobody registered: each is made from a definition, of its own or of
// another container. The tables say what becomes of them when something happens to the definition.
//
// A cell says what the next request gets: `same` if it is the instance from before, else the text of
// a new one, or the code of the error. `*` means that the first instance outlives the event, and `+`
// that the container still has what the factory captured after that request, if the definition itself
// is gone. An empty cell is a case that does not exist.

/// Of events in the container of the definition.
private let outer = """
                                  | replace  | remove      | reset       | close    |
    plain same                    | new      | missing     | missing     | closed   |
    plain child                   | new      | missing     | missing     | closed   |
    plain overlay                 | same * + | same * +    | same * +    | closed   |
    plain scope                   | same * + | same * +    | same * +    | closed   |
    member overlay                | new * +  | last * +    | none * +    | closed   |
    decorated same                | d(new)   | missing     | missing     | closed   |
    decorated child               | d(new)   | missing     | missing     | closed   |
    decorated overlay             | same * + | same * +    | same * +    | closed   |
    inherited scope               | d(new)   | missing     | missing     | closed   |
    pinned same                   | new      | missing     | missing     | closed   |
    pinned child                  | new      | missing     | missing     | closed * |
    pinned overlay                | new      | missing     | missing     | closed   |
    pinnedAndDecorated same       | d(new)   | missing     | missing     | closed   |
    pinnedAndDecorated child      | d(new)   | missing     | missing     | closed   |
    pinnedAndDecorated overlay    | d(new)   | missing     | missing     | closed   |
    wired same                    | new      | missing     | missing     | closed   |
    wired child                   | new      | missing     | missing     | closed   |
    wired overlay                 | same * + | same * +    | same * +    | closed   |
    wiredAndDecorated same        | d(new)   | missing     | missing     | closed   |
    wiredAndDecorated child       | d(new)   | missing     | missing     | closed   |
    wiredAndDecorated overlay     | same * + | same * +    | same * +    | closed   |
    ambiguous same                | new      | other       | missing     | closed   |
    ambiguous child               | new      | other       | missing     | closed   |
    hidden child                  | mismatch | mismatch    | mismatch    | closed   |
    hidden overlay                | mismatch | mismatch    | mismatch    | closed   |
    collection same               | new      | missing     | missing     | closed   |
    collection child              | new,own  | own         | own         | closed   |
    collection overlay            | new * +  | missing * + | missing * + | closed   |
    selector same                 | new      | other       | missing     | closed   |
    selector child                | new      | other       | missing     | closed   |
    selector overlay              | same * + | same * +    | same * +    | closed   |
    forwarded same                | new      | missing     | missing     | closed   |
    forwarded child               | new      | missing     | missing     | closed   |
    forwarded overlay             | same * + | missing * + | missing * + | closed   |
    forwardedAndDecorated same    | d(new)   | missing     | missing     | closed   |
    forwardedAndDecorated child   | d(new)   | missing     | missing     | closed   |
    forwardedAndDecorated overlay | d(old) + | missing +   | missing +   | closed   |
    """

/// Of events in the container that is asked.
private let inner = """
                                  | define   | undo    | resetAsked | closeAsked |
    plain child                   | own *    |         | same *     | closed *   |
    plain overlay                 | own      |         | old        | closed     |
    plain scope                   | own      |         | old        | closed     |
    member overlay                | same *   |         | old        | closed     |
    decorated same                |          | old     |            |            |
    decorated child               | d(own) * | old     | old        | closed     |
    decorated overlay             | d(own)   | old     | old        | closed     |
    inherited scope               | d(own) * |         | same *     | closed     |
    pinned child                  | own *    |         | same *     | closed     |
    pinned overlay                | own *    |         | same *     | closed     |
    pinnedAndDecorated same       |          | old     |            |            |
    pinnedAndDecorated child      | d(own) * | old     | old        | closed     |
    pinnedAndDecorated overlay    | d(own) * | old     | old        | closed     |
    wired child                   | own *    |         | same *     | closed *   |
    wired overlay                 | own      |         | old        | closed     |
    wiredAndDecorated same        |          | old     |            |            |
    wiredAndDecorated child       | d(own) * | old     | old        | closed     |
    wiredAndDecorated overlay     | d(own)   | old     | old        | closed     |
    ambiguous child               | own      |         | ambiguous  | closed     |
    hidden child                  | own      | old     | old        | closed     |
    hidden overlay                | own      | old     | old        | closed     |
    collection child              | same *   | same *  | same *     | closed *   |
    collection overlay            | same *   |         | old        | closed     |
    selector same                 |          | other * |            |            |
    selector child                | own *    | other * | other *    | closed *   |
    selector overlay              | own      | other * | other      | closed     |
    forwarded child               | own *    |         | same *     | closed *   |
    forwarded overlay             | own      |         | old        | closed     |
    forwardedAndDecorated same    |          | old     |            |            |
    forwardedAndDecorated child   | d(own) * | old     | old        | closed     |
    forwardedAndDecorated overlay | d(own)   | old     | old        | closed     |
    """

/// What a request gives: its text shows the definition, and what is around it.
private final class Thing: Sendable {
    let text: String
    init(_ text: String) { self.text = text }
}

private protocol Facet: AnyObject, Sendable {}
extension Thing: Facet {}

/// What a factory captures.
private final class Capture: Sendable {}

private typealias Make = @Sendable () -> Thing

/// Two containers, which may be the same: the one of the definition, and the one that is asked.
private struct World {
    let base = Container(name: "base")
    let asked: Container
    private let kind: Kind
    private let place: Place
    /// Kept until the event, because it keeps what the factory captures.
    private var definition: Definition<Thing>?
    /// Undoes what was done in the container that is asked.
    private var undoing: ((Container) throws -> Void)?

    init(_ kind: Kind, _ place: Place, _ make: @escaping Make) throws {
        self.kind = kind
        self.place = place
        World.prepare(base, kind)
        definition = World.register(kind, place, in: base, make)
        if kind == .member { base.register(.singleton) { Thing("last") }.contributing() }
        asked =
            switch place {
            case .same: base
            case .child: Container(name: "asked", parent: base)
            case .overlay: base.overriding()
            case .scope: try base.openScope("request")
            }
        undoing = try World.derive(kind, place, in: asked)
    }

    /// Registers what comes before the definition.
    private static func prepare(_ base: Container, _ kind: Kind) {
        base.register { 1 }
        base.register { true }
        switch kind {
        case .selector: base.register(tag: "other") { Thing("other") }.selectable()
        case .ambiguous: base.register { (_: Bool) in Thing("other") }
        case .inherited:
            base.decorate(Thing.self, in: "request") { original, _ in Thing("d(\(original.text))") }
        default: break
        }
    }

    /// Registers the definition.
    @discardableResult private static func register(
        _ kind: Kind,
        _ place: Place,
        in container: Container,
        _ make: @escaping Make
    ) -> Definition<Thing> {
        switch kind {
        case .plain, .decorated, .inherited, .hidden:
            return place == .scope && kind == .plain
                ? container.register(.scoped("request"), factory: make)
                : container.register(.singleton, factory: make)
        case .member, .collection:
            return container.register(.singleton, factory: make).contributing()
        case .pinned, .pinnedAndDecorated: return container.register(factory: make)
        case .wired, .wiredAndDecorated:
            return container.register(.singleton) { (_: Int) in make() }
        case .ambiguous: return container.register(.singleton) { (_: Int) in make() }
        case .selector:
            return container.register(.singleton, tag: "this", factory: make).selectable()
        case .forwarded, .forwardedAndDecorated:
            return container.register(.singleton, factory: make).implements((any Facet).self) { $0 }
        }
    }

    /// Does in the container that is asked what needs a slot of its own.
    private static func derive(_ kind: Kind, _ place: Place, in asked: Container) throws
        -> ((Container) throws -> Void)?
    {
        switch kind {
        case .decorated, .wiredAndDecorated, .pinnedAndDecorated:
            let decoration = asked.decorate(Thing.self) { original, _ in
                Thing("d(\(original.text))")
            }
            return { $0.remove(decoration) }
        case .forwardedAndDecorated:
            let decoration = asked.decorate((any Facet).self) { original, _ in
                Thing("d(\((original as? Thing)?.text ?? ""))")
            }
            return { $0.remove(decoration) }
        case .hidden:
            let hider = asked.register { (_: inout Resolver, _: Double) in Thing("own") }
                .replacing()
            return { $0.remove(hider) }
        case .selector:
            try asked.select("this", for: Thing.self)
            return { try $0.select("other", for: Thing.self) }
        case .collection where place == .child:
            let own = asked.register(.singleton) { Thing("own") }.contributing()
            return { $0.remove(own) }
        default: return nil
        }
    }

    func request() throws -> [Thing] {
        switch kind {
        case .member: return Array(try asked.resolveAll(Thing.self).prefix(1))
        case .collection: return try asked.resolve([Thing].self)
        case .pinned, .pinnedAndDecorated:
            return [try asked.resolveKept(Thing.self, tag: nil)]
        case .forwarded, .forwardedAndDecorated:
            return [try asked.resolve((any Facet).self)].compactMap { $0 as? Thing }
        default: return [try asked.resolve()]
        }
    }

    /// - Returns: Whether the event exists here.
    mutating func happen(_ event: Event) async throws -> Bool {
        let definition = self.definition.take()
        switch event {
        case .replace:
            base.install { World.register(kind, place, in: $0) { Thing("new") }.replacing() }
        case .remove: definition.map { base.remove($0) }
        case .reset: base.reset()
        case .close: try await base.close()
        case .undo:
            guard let undoing else { return false }
            try undoing(asked)
        case .define, .resetAsked, .closeAsked:
            guard place != .same else { return false }
            if event == .define { World.register(kind, place, in: asked) { Thing("own") } }
            if event == .resetAsked { asked.reset() }
            if event == .closeAsked { try await asked.close() }
        }
        return true
    }
}

private enum Kind: String, CaseIterable {
    /// A singleton; a definition of a scope in a scope.
    case plain
    /// One of two that contribute, and not the one that a request for one gets.
    case member
    case decorated
    /// Decorated by what a scope takes over.
    case inherited
    case pinned
    /// Decorated by the container that keeps it.
    case pinnedAndDecorated
    case wired, wiredAndDecorated
    case ambiguous
    /// Hidden by a definition that takes other arguments, and replaces all.
    case hidden
    case collection
    case selector
    case forwarded, forwardedAndDecorated
}

private enum Place: String, CaseIterable {
    case same, child, overlay, scope
}

private enum Event: String, CaseIterable {
    case replace, remove, reset, close
    // In the container that is asked: a definition of its own, and the end of what it does itself.
    case define, undo, resetAsked, closeAsked
}

private struct Case: CustomTestStringConvertible, Sendable {
    let kind: Kind
    let place: Place
    let event: Event

    static var all: [Case] {
        Kind.allCases.flatMap { kind in
            Place.allCases.filter { World.exists(kind, $0) }.flatMap { place in
                Event.allCases.map { Case(kind: kind, place: place, event: $0) }
            }
        }
    }

    var testDescription: String { "\(kind.rawValue) \(place.rawValue) \(event.rawValue)" }

    /// What the tables say.
    var expected: String? {
        for table in [outer, inner] {
            let rows = table.split(separator: "\n").map { row in
                row.split(separator: "|").map {
                    $0.split(separator: " ").joined(separator: " ")
                }
            }
            let row = rows.first { $0[0] == "\(kind.rawValue) \(place.rawValue)" }
            let column = rows[0].firstIndex(of: event.rawValue)
            if let row, let column { return row[column] }
        }
        return nil
    }
}

extension World {
    fileprivate static func exists(_ kind: Kind, _ place: Place) -> Bool {
        switch place {
        case .scope: kind == .plain || kind == .inherited
        case .same: ![.inherited, .hidden, .member].contains(kind)
        case .child: ![.inherited, .member].contains(kind)
        case .overlay: ![.inherited, .ambiguous].contains(kind)
        }
    }
}

@Suite struct `A slot that nobody registered` {
    @Test(arguments: Case.all)
    fileprivate func `goes or stays`(_ meant: Case) async throws {
        let expected = meant.expected ?? ""
        var capture: Capture? = Capture()
        let captured = Weak(try #require(capture))
        func make(_ capture: Capture) -> Make {
            { Thing(withExtendedLifetime(capture) { "old" }) }
        }
        func makeWorld(_ capture: Capture) throws -> World {
            try World(meant.kind, meant.place, make(capture))
        }
        var world = try makeWorld(try #require(capture))
        capture = nil
        func first() -> Weak<Thing>? {
            // Asked often, because what is found by a search at first is found by the table later.
            for _ in 1...3 { _ = try? world.request() }
            return (try? world.request())?.first.map { Weak($0) }
        }
        let old = first()
        guard try await world.happen(meant.event) else {
            return #expect(expected.isEmpty)
        }
        // Threads of other tests may be about to release it.
        func isAlive(_ object: @autoclosure () -> AnyObject?, _ sign: Character) async -> Bool {
            if !expected.contains(sign) { await eventually { object() == nil } }
            return object() != nil
        }
        let outlives = await isAlive(old?.object, "*")
        var actual: String
        do {
            let things = try world.request()
            let isSame = outlives && things.first === old?.object
            let texts = things.isEmpty ? ["none"] : things.map(\.text)
            actual = isSame ? "same" : texts.joined(separator: ",")
        } catch let error as ResolutionError {
            actual = ["-binding", "argument-", "scope-"].reduce("\(error.code)") {
                $0.replacing($1, with: "")
            }
        }
        if outlives { actual += " *" }
        if [.replace, .remove, .reset].contains(meant.event), await isAlive(captured.object, "+") {
            actual += " +"
        }
        #expect(actual == expected)
    }
}

/// What a factory captures, and what asks a container when it is released.
private final class Asking: Sendable {
    private let container: WeakPocket<Container>
    private let hasAnswer: Flag

    init(_ container: WeakPocket<Container>, _ hasAnswer: Flag) {
        self.container = container
        self.hasAnswer = hasAnswer
    }

    deinit {
        guard let container = container.value else { return }
        let hasAnswer = hasAnswer
        // On another thread, so that a lock that is held here is seen, and does not end the process.
        Thread.detachNewThread {
            _ = container.isBootstrapped
            hasAnswer.set()
        }
        Nap.until { hasAnswer.isSet }
    }
}

@Suite struct `What a definition of another container captures` {
    @Test func `is released outside the lock, where a wrapper was the last to keep it`() throws {
        let (pocket, hasAnswer) = (WeakPocket<Container>(), Flag())
        let app = Container()
        func register() {
            let asking = Asking(pocket, hasAnswer)
            app.register { Thing(withExtendedLifetime(asking) { "old" }) }
        }
        register()
        let child = Container(name: "child", parent: app)
        let decoration = child.decorate(Thing.self) { original, _ in original }
        pocket.value = child
        _ = try child.resolve(Thing.self)
        app.register { Thing("new") }.replacing()
        child.remove(decoration)
        #expect(hasAnswer.isSet)
    }
}
