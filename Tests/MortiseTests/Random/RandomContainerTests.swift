// SPDX-License-Identifier: MIT

import Mortise
import MortiseGraph
import MortiseTestSupport
import Testing

// Random containers with decorators, beside a model that says who wraps what, and who keeps it.

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

/// A container of a world: its definitions by tag, and its decorators.
private final class Place {
    enum Kind { case plain, scope, overlay }

    struct Entry {
        let name: String
        let lifetime: Lifetime
        let definition: Definition<any Shape>
    }

    struct Decorator {
        let name: String
        let tag: String?
        let decoration: Decoration
    }

    let kind: Kind
    let outer: Place?
    let container: Container
    var entries: [String?: Entry] = [:]
    var decorators: [Decorator] = []

    init(_ kind: Kind, in outer: Place?, _ container: Container) {
        self.kind = kind
        self.outer = outer
        self.container = container
    }

    /// The place itself and what it searches, in order.
    var path: [Place] { [self] + (outer?.path ?? []) }
}

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
        let root = Place(.plain, in: nil, Container(name: "root"))
        let child = Place(.plain, in: root, Container(name: "child", parent: root.container))
        guard hasLayers else {
            places = [root, child]
            return
        }
        let scope = Place(.scope, in: child, try child.container.openScope(Self.scope))
        let inside = Place(.plain, in: scope, Container(name: "inside", parent: scope.container))
        let over = Place(
            .overlay,
            in: inside,
            inside.container.overriding(name: "over") { $0.noChange() }
        )
        let aside = Place(
            .overlay,
            in: root,
            root.container.overriding(name: "aside") { $0.noChange() }
        )
        places = [root, child, scope, inside, over, aside]
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
            guard let entry = place.entries.removeValue(forKey: tag) else { return }
            place.container.remove(entry.definition)
        }
    }

    private func register(
        in place: Place,
        _ tag: String?,
        _ generator: inout SeededGenerator
    ) {
        let name = "o\(numbers)"
        let container = place.container
        let (lifetime, definition) =
            switch Int.random(in: 0..<4, using: &generator) {
            case 0:
                (
                    Lifetime.unique,
                    container.register(tag: tag) { Plain(name) as any Shape }
                )
            case 1:
                (.shared, container.register(.shared, tag: tag) { Plain(name) as any Shape })
            case 2:
                (
                    .scoped("s"),
                    container.register(.scoped(Self.scope), tag: tag) { Plain(name) as any Shape }
                )
            default:
                (
                    .singleton,
                    container.register(.singleton, tag: tag) { Plain(name) as any Shape }
                )
            }
        definition.replacing()
        place.entries[tag] = .init(name: name, lifetime: lifetime, definition: definition)
    }

    /// What the model says: `nil` if nothing answers.
    func answer(_ tag: String?, in place: Place) -> Answer? {
        let path = place.path
        guard let owner = path.firstIndex(where: { $0.entries[tag] != nil }),
            let entry = path[owner].entries[tag]
        else { return nil }
        guard let keeper = keeper(entry.lifetime, on: path[...owner]),
            entry.lifetime != .scoped("s") || path.contains(where: { $0.kind == .scope })
        else { return nil }
        var answer = Answer(text: entry.name, keepers: [keeper.map { "\(entry.name) \($0)" }])
        for index in (0...owner).reversed() {
            for decorator in path[index].decorators
            where decorator.tag == nil || decorator.tag == tag {
                answer.text = "\(decorator.name)(\(answer.text))"
                let keeper = self.keeper(entry.lifetime, on: path[...index])
                answer.keepers.append(keeper?.map { "\(answer.text) \($0)" })
            }
        }
        return answer
    }

    /// Who keeps an instance: `.some(nil)` for nobody, and `nil` if there is no such scope.
    private func keeper(_ lifetime: Lifetime, on path: ArraySlice<Place>) -> String?? {
        let owner = path.last
        let overlay = path.first { $0.kind == .overlay }
        switch lifetime {
        case .singleton: return .some((overlay ?? owner)?.container.name)
        case .scoped:
            if let layer = path.first(where: { $0.kind != .plain }) { return layer.container.name }
            let isInside = owner?.path.contains { $0.kind == .scope } ?? false
            guard isInside, let owner else { return nil }
            return owner.container.name
        default: return .some(nil)
        }
    }
}

@Suite("Random decorators", .timeLimit(.minutes(15)))
struct RandomDecoratorTests {
    @Test(arguments: 1...300) func `wrap in every kind of container`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        var world = try World()
        for _ in 0..<Int.random(in: 1...20, using: &generator) { world.change(&generator) }
        var records = Records()
        world.check(world.places, &records, &generator)
    }

    // What a scope or an overlay keeps stays as it is when its definition is replaced.
    @Test(arguments: 1...60) func `wrap while definitions change`(seed: UInt64) throws {
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
                let shape = try? place.container.resolve(tag)
                let answer = answer(tag, in: place)
                #expect(shape?.text == answer?.text, "\(place.container.name)")
                guard let shape, let answer, shape.text == answer.text else { continue }
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
            let graph = place.container.graph
            #expect(graph.findings().allSatisfy { $0.code != .cycle })
            #expect(graph.nodes.count { $0.isDecorator } == place.path.flatMap(\.decorators).count)
        }
    }
}

extension Container {
    /// Says that an overlay begins empty.
    fileprivate func noChange() {}

    fileprivate func resolve(_ tag: String?) throws -> any Shape {
        guard let tag else { return try resolve() }
        return try resolve(tag: tag)
    }
}
