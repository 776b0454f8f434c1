// SPDX-License-Identifier: MIT

import CMortiseThread
import Mortise
import MortiseGraph
import MortiseTestSupport
import Testing

// Random containers with decorators, lists and inputs of scopes, beside a model that says what is
// in a list, who wraps what, who keeps it, and which input it gets.

private protocol Shape: AnyObject, Sendable {
    var text: String { get }
    /// The original and what wraps it, innermost first.
    var layers: [ObjectIdentifier] { get }
}

private final class Plain: Shape {
    let text: String
    init(_ text: String) { self.text = text }
    var layers: [ObjectIdentifier] { [ObjectIdentifier(self)] }
}

private final class Framed: Shape {
    let name: String
    let inner: any Shape
    init(_ name: String, _ inner: any Shape) {
        self.name = name
        self.inner = inner
    }
    var text: String { "\(name)(\(inner.text))" }
    var layers: [ObjectIdentifier] { inner.layers + [ObjectIdentifier(self)] }
}

/// The input of a scope.
private struct Ticket: Sendable { let name: String }

/// A container of a world: its definitions in their order, and its decorators.
private final class Place {
    enum Kind { case plain, scope, overlay }

    struct Entry {
        let name: String
        let tag: String?
        let lifetime: Graph.Lifetime
        let isContributing: Bool
        let needsTicket: Bool
        let definition: Definition<any Shape>
    }

    struct Decorator {
        let name: String
        let tag: String?
        let decoration: Container.Decoration
    }

    let name: String
    let kind: Kind
    let outer: Place?
    let container: Container
    var entries: [Entry] = []
    var decorators: [Decorator] = []

    init(_ name: String, _ kind: Kind, in outer: Place?, _ container: Container) {
        self.name = name
        self.kind = kind
        self.outer = outer
        self.container = container
    }

    /// A scope, which gets its name as a ticket.
    init(scope name: String, in outer: Place) throws {
        self.name = name
        kind = .scope
        self.outer = outer
        container = try outer.container.openScope(World.scope) {
            $0.provide(Ticket(name: name))
        }
    }

    var ticket: String? { path.first { $0.kind == .scope }?.name }

    func entries(_ tag: String?) -> [Entry] { entries.filter { $0.tag == tag } }

    /// The place itself and what it searches, in order.
    var path: [Place] { [self] + (outer?.path ?? []) }
}

private typealias Shapes = [DefinitionTag: any Shape]

/// What a request gives.
private struct Answer {
    var text: String
    /// Who keeps each layer, innermost first, and as what; `nil` for what nobody keeps.
    var keepers: [String?]
}

private struct World {
    static let scope: ScopeName = "s"
    static let tags: [String?] = [nil, "a", "b"]
    let places: [Place]
    var numbers = 0

    init(hasLayers: Bool = true) throws {
        let root = Place("root", .plain, in: nil, Container(name: "root"))
        root.container.expects(Ticket.self, in: Self.scope)
        let child = Place(
            "child",
            .plain,
            in: root,
            Container(name: "child", parent: root.container)
        )
        guard hasLayers else {
            places = [root, child]
            return
        }
        let scope = try Place(scope: "scope", in: child)
        let inside = Place(
            "inside",
            .plain,
            in: scope,
            Container(name: "inside", parent: scope.container)
        )
        let over = Place("over", .overlay, in: inside, inside.container.overriding())
        let deep = try Place(scope: "deep", in: inside)
        let aside = Place("aside", .overlay, in: root, root.container.overriding())
        places = [root, child, scope, inside, over, deep, aside]
    }

    mutating func change(_ generator: inout SeededGenerator) {
        numbers += 1
        let place = generator.pick(places)
        let tag = generator.pick(Self.tags)
        switch Int.random(in: 0..<10, using: &generator) {
        case 0..<5: register(in: place, tag, &generator)
        case 5..<8:
            let name = "d\(numbers)"
            let decoration = place.container.decorate((any Shape).self, tag: tag) { inner, _ in
                Framed(name, inner)
            }
            place.decorators.append(.init(name: name, tag: tag, decoration: decoration))
        case 8:
            guard !place.decorators.isEmpty else { return }
            let index = Int.random(in: place.decorators.indices, using: &generator)
            place.container.remove(place.decorators.remove(at: index).decoration)
        default:
            guard let entry = place.entries(tag).last else { return }
            remove(entry, from: place)
        }
    }

    private func remove(_ entry: Place.Entry, from place: Place) {
        place.entries.removeAll { $0.name == entry.name }
        place.container.remove(entry.definition)
    }

    private func register(
        in place: Place,
        _ tag: String?,
        _ generator: inout SeededGenerator
    ) {
        let isContributing = generator.chance(60)
        // In one container, only what contributes without a tag has company.
        for entry in place.entries(tag)
        where tag != nil || !isContributing || !entry.isContributing {
            remove(entry, from: place)
        }
        let name = "o\(numbers)"
        let needsTicket = generator.chance(20)
        let make: @Sendable (inout Resolver) throws -> any Shape = { resolver in
            Plain(needsTicket ? try "\(name)@\(resolver.resolve(Ticket.self).name)" : name)
        }
        let container = place.container
        let (lifetime, definition) =
            switch Int.random(in: 0..<4, using: &generator) {
            case 0: (Graph.Lifetime.unique, container.register(tag: tag, factory: make))
            case 1: (.shared, container.register(.shared, tag: tag, factory: make))
            case 2:
                (.scoped("s"), container.register(.scoped(Self.scope), tag: tag, factory: make))
            default: (.singleton, container.register(.singleton, tag: tag, factory: make))
            }
        if isContributing { definition.contributing() }
        place.entries.append(
            .init(
                name: name,
                tag: tag,
                lifetime: lifetime,
                isContributing: isContributing,
                needsTicket: needsTicket,
                definition: definition
            )
        )
    }

    /// What the model says: `nil` if nothing answers.
    func answer(_ tag: String?, in place: Place) -> Answer? {
        let path = place.path
        guard let owner = path.firstIndex(where: { !$0.entries(tag).isEmpty }),
            let entry = path[owner].entries(tag).last
        else { return nil }
        return answer(entry, path, owner)
    }

    /// What is in the list, that of ancestors first; `nil` if nothing contributes.
    func list(in place: Place) -> [Answer]? {
        let path = place.path
        guard path.contains(where: { $0.entries(nil).contains(where: \.isContributing) }) else {
            return nil
        }
        var members: [(entry: Place.Entry, owner: Int)] = []
        for (index, place) in path.enumerated() {
            let own = place.entries(nil)
            members = own.map { ($0, index) } + members
            // What does not contribute hides what the ancestors have.
            if own.contains(where: { !$0.isContributing }) { break }
        }
        let answers = members.compactMap { answer($0.entry, path, $0.owner) }
        return answers.count == members.count ? answers : nil
    }

    /// What is in the dictionary, if anything is: the nearest value of each tag with which something contributes.
    func dictionary(in place: Place) -> [String: Answer]? {
        let contributing = place.path.flatMap(\.entries).filter(\.isContributing)
        let tags = Set(contributing.compactMap(\.tag))
        let pairs = tags.compactMap { tag in answer(tag, in: place).map { (tag, $0) } }
        guard !tags.isEmpty, pairs.count == tags.count else { return nil }
        return Dictionary(uniqueKeysWithValues: pairs)
    }

    private func answer(_ entry: Place.Entry, _ path: [Place], _ owner: Int) -> Answer? {
        guard let keeper = keeper(entry.lifetime, on: path[...owner]),
            entry.lifetime != .scoped("s") || path.contains(where: { $0.kind == .scope })
        else { return nil }
        var answer = Answer(text: entry.name, keepers: [])
        if entry.needsTicket {
            // That of the container that the instance is made for.
            guard let ticket = (keeper ?? path[0]).ticket else { return nil }
            answer.text += "@\(ticket)"
        }
        answer.keepers = [keeper.map { "\(entry.name) \($0.name)" }]
        for index in (0...owner).reversed() {
            for decorator in path[index].decorators
            where decorator.tag == nil || decorator.tag == entry.tag {
                answer.text = "\(decorator.name)(\(answer.text))"
                let keeper = self.keeper(entry.lifetime, on: path[...index])
                answer.keepers.append(keeper?.map { "\(answer.text) \($0.name)" })
            }
        }
        return answer
    }

    /// Who keeps an instance: `.some(nil)` for nobody, and `nil` if there is no such scope.
    private func keeper(_ lifetime: Graph.Lifetime, on path: ArraySlice<Place>) -> Place?? {
        let owner = path.last
        let overlay = path.first { $0.kind == .overlay }
        switch lifetime {
        case .singleton: return .some(overlay ?? owner)
        case .scoped:
            if let layer = path.first(where: { $0.kind != .plain }) { return layer }
            let isInside = owner?.path.contains { $0.kind == .scope } ?? false
            guard isInside, let owner else { return nil }
            return owner
        default: return .some(nil)
        }
    }
}

@Suite("Random containers", .timeLimit(.minutes(15)))
struct RandomContainerTests {
    // They run on one thread, of which Thread Sanitizer has nothing to say, and takes long.
    private static let few: UInt64 = mortise_has_thread_sanitizer ? 10 : 60
    private static let many: UInt64 = mortise_has_thread_sanitizer ? 20 : 300

    @Test(arguments: 1...many) func `answer as the model says`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        var world = try World()
        for _ in 0..<Int.random(in: 1...20, using: &generator) { world.change(&generator) }
        var records = Records()
        world.check(world.places, &records, &generator)
    }

    // What a scope or an overlay keeps stays as it is when its definition is replaced.
    @Test(arguments: 1...few) func `answer while definitions change`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        var world = try World(hasLayers: false)
        var records = Records()
        for _ in 0..<30 {
            world.change(&generator)
            records.kept = [:]
            world.check(world.places, &records, &generator)
        }
    }
}

/// What was seen of a world.
private struct Records {
    /// The layers that places keep, for as long as nothing changes.
    var kept: [String: ObjectIdentifier] = [:]
    /// The originals that places keep.
    var originals: [String: ObjectIdentifier] = [:]
    /// So that no address is used again.
    var alive: [any Shape] = []
}

extension World {
    fileprivate func check(
        _ places: [Place],
        _ records: inout Records,
        _ generator: inout SeededGenerator
    ) {
        for place in (places + places).shuffled(using: &generator) {
            for tag in World.tags {
                let shape = try? place.container.shape(tag)
                compare(shape.map { [$0] }, answer(tag, in: place).map { [$0] }, place, &records)
            }
            let list = try? place.container.resolve([any Shape].self)
            compare(list, self.list(in: place), place, &records)
            let found = try? place.container.resolve(Shapes.self)
            let dictionary = dictionary(in: place)
            #expect(found?.count == dictionary?.count, "\(place.name)")
            for (tag, answer) in dictionary ?? [:] {
                compare(found?[tag.tag].map { [$0] }, [answer], place, &records)
            }
            let graph = place.container.graph
            #expect(graph.findings().allSatisfy { $0.code != .cycle })
            #expect(graph.nodes.count { $0.isDecorator } == place.path.flatMap(\.decorators).count)
        }
    }

    private func compare(
        _ shapes: [any Shape]?,
        _ answers: [Answer]?,
        _ place: Place,
        _ records: inout Records
    ) {
        #expect(shapes?.map(\.text) == answers?.map(\.text), "\(place.name)")
        for (shape, answer) in zip(shapes ?? [], answers ?? []) where shape.text == answer.text {
            records.alive.append(shape)
            for (layer, keeper) in zip(shape.layers, answer.keepers) {
                guard let keeper else { continue }
                let known = records.kept.updateValue(layer, forKey: keeper)
                #expect(known == nil || known == layer, "\(keeper)")
            }
            guard let keeper = answer.keepers[0] else { continue }
            let known = records.originals.updateValue(shape.layers[0], forKey: keeper)
            #expect(known == nil || known == shape.layers[0], "\(keeper)")
        }
    }
}

extension Container {
    fileprivate func shape(_ tag: String?) throws -> any Shape {
        guard let tag else { return try resolve() }
        return try resolve(tag: tag)
    }
}
