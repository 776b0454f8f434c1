// SPDX-License-Identifier: MIT

import Mortise
import MortiseGraph
import MortiseTestSupport
import Testing

private struct Offline: Error {}

private final class Store: Sendable {
    let name: String
    init(_ name: String) { self.name = name }
    static func open() throws -> Store { Store("real") }
}

private struct Profile: Equatable {
    var id: Int
    var name = "real"
}

private struct Archive: Assembly {
    let container: Container

    var store: Store { get throws { try define(.singleton) { try Store.open() } } }
    var names: [String] { get throws { try define { [try store.name] } } }
    var plain: String { define { "real" } }
    func profile(id: Int) -> Profile { define(.shared, for: id) { Profile(id: id) } }
    func profile(name: String) -> Profile { define { Profile(id: 0, name: name) } }
    func inject(into screen: Screen) { adopt(screen) { $0.name = plain } }
}

private final class Screen {
    var name = ""
}

private struct OtherArchive: Assembly {
    let container: Container
    var plain: String { define { "other" } }
}

@Suite struct `A substitution by name` {
    private let app = Container(name: "app")
    private var archive: Archive { Archive(container: app) }

    @Test func `replaces a throwing member, which a key path cannot name`() throws {
        let real = try archive.store
        let substitution = archive.substitute("store") { Store("fake") }
        #expect(try archive.store.name == "fake")
        #expect(try archive.store === archive.store, "it lives as long as the member says")
        #expect(try archive.names == ["fake"])

        substitution.remove()
        #expect(try archive.store === real)
    }

    @Test func `may throw in place of a throwing member`() {
        archive.substitute("store") { () throws -> Store in throw Offline() }
        let error = #expect(throws: ResolutionError.self) { try archive.names }
        #expect(error?.code == .factoryThrew)
        #expect(error?.underlying is Offline)
        #expect(error?.path.count == 2)
    }

    @Test func `gets the identifying arguments, or none`() {
        let substitution = archive.substitute("profile(id:)") { (id: Int) in
            Profile(id: id, name: "fake")
        }
        #expect(archive.profile(id: 7) == Profile(id: 7, name: "fake"))
        #expect(archive.profile(name: "me") == Profile(id: 0, name: "me"))
        substitution.remove()

        archive.substitute("profile(id:)") { Profile(id: 0, name: "all") }
        #expect(archive.profile(id: 7).name == "all")
    }

    @Test func `affects one assembly type in one container`() {
        archive.substitute("plain") { "fake" }
        #expect(archive.plain == "fake")
        #expect(OtherArchive(container: app).plain == "other")
        #expect(Archive(container: app.overriding()).plain == "fake")
        #expect(Archive(container: Container()).plain == "real")
    }

    @Test func `of another type is an error at the member`() throws {
        archive.substitute("store") { 42 }
        let error = #expect(throws: ResolutionError.self) { try archive.store }
        #expect(error?.code == .typeMismatch)
        try expectGolden(
            #require(error).description.withoutLines,
            "error-substitute-of-another-type"
        )
    }

    @Test func `that takes other arguments is an error at the member`() async {
        let result = await #expect(
            processExitsWith: .failure,
            observing: [\.standardErrorContent]
        ) {
            let archive = Archive(container: Container())
            archive.substitute("profile(id:)") { (id: String) in Profile(id: 1, name: id) }
            _ = archive.profile(id: 1)
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("[argument-mismatch] What takes the place of Archive.profile(id:)"))
    }

    @Test func `that matches nothing is reported with similar names`() throws {
        _ = archive.profile(id: 1)
        archive.substitute("profil(id:)") { Profile(id: 1) }
        archive.substitute("plain") { "not evaluated yet" }
        let findings = app.validate().warnings.map { $0.rendered() }
        #expect(findings.count == 2)
        try expectGolden(findings.joined(separator: "\n").withoutLines, "substitute-of-nothing")

        _ = archive.plain
        #expect(app.validate().warnings.count == 1)
    }

    @Test func `of a member that adopts an object is reported, since it has no effect`() {
        archive.substitute("inject(into:)") { Screen() }
        let screen = Screen()
        archive.inject(into: screen)
        #expect(screen.name == "real")
        let warnings = app.validate().warnings.map(\.description)
        #expect(warnings.count == 1)
        let fact =
            "Archive.inject(into:) completes what others have made, so nothing can take its place"
        #expect(warnings.first?.contains(fact) == true, "\(warnings)")
    }

    @Test func `is not reported in a layer if an ancestor evaluated the member`() {
        _ = archive.plain
        let layer = Archive(container: app.overriding())
        layer.substitute("plain") { "fake" }
        layer.substitute("plan") { "fake" }
        let warnings = layer.container.validate().warnings.map(\.description)
        #expect(warnings.count == 1)
        #expect(warnings.first?.contains("did you mean \"plain\"?") == true)
    }

    @Test func `keeps a member known that was never made`() throws {
        archive.substitute("store") { Store("fake") }
        _ = try archive.names
        #expect(app.validate().errors.isEmpty, "\(app.validate())")
    }

    @Test func `may throw during a body that does not`() {
        let name = archive.withSubstitution("store") {
            () throws -> Store in
            throw Offline()
        } _: {
            (try? archive.store)?.name
        }
        #expect(name == nil)
    }

    @Test func `ends with its container, without keeping it alive`() async throws {
        weak var container: Container?
        try await app.withScope(.request) { scope in
            container = scope
            let archive = Archive(container: scope)
            archive.substitute("plain") { archive.profile(name: "x").name }
            #expect(archive.plain == "x")
        }
        #expect(container == nil)
    }

    @Test func `may last for one body, and others inside it`() async throws {
        archive.substitute("plain") { "for good" }
        let names = archive.withSubstitution("plain") {
            "outer"
        } _: {
            let inner = archive.withSubstitution(\.plain) {
                "inner"
            } _: {
                archive.plain
            }
            return [inner, archive.plain]
        }
        #expect(names == ["inner", "outer"])
        #expect(archive.plain == "for good")

        await archive.withSubstitution("plain") {
            "later"
        } _: {
            await Task.yield()
            #expect(archive.plain == "later")
        }
        #expect(archive.plain == "for good")
    }

    @Test func `is bounded, however often it is changed`() throws {
        weak var first: Store?
        for round in 0..<100 {
            let store = Store("\(round)")
            if round == 0 { first = store }
            archive.substitute("store") { store }
            #expect(try archive.store === store)
        }
        #expect(first == nil)
        app.reset()
        #expect(try archive.store.name == "real")
    }
}

extension String {
    fileprivate var withoutLines: String { replacing(#/swift:\d+/#) { _ in "swift:LINE" } }
}

// MARK: - During a resolve

private struct Pair: Assembly {
    let container: Container
    let between: @Sendable () -> Void

    var left: String { define { "real" } }
    var right: String { define { "real" } }
    var both: [String] {
        define {
            let left = left
            between()
            return [left, right]
        }
    }
}

@Suite struct `A resolve during a substitution` {
    private let app = Container(name: "app")

    @Test func `is not affected, by name or by key path`() {
        let plain = Pair(container: app) {}
        for _ in 0..<3 {
            let substitutions = Locked<[Container.Substitution]>([])
            let adding = Pair(container: app) {
                let pair = Pair(container: app) {}
                let left = pair.substitute("left") { "fake" }
                let right = pair.substitute(\.right) { "fake" }
                substitutions.withLock { $0 = [left, right] }
            }
            #expect(adding.both == ["real", "real"])
            #expect(plain.both == ["fake", "fake"])

            let removing = Pair(container: app) {
                for substitution in substitutions.withLock({ $0 }) { substitution.remove() }
            }
            #expect(removing.both == ["fake", "fake"])
            #expect(plain.both == ["real", "real"])
        }
    }
}
