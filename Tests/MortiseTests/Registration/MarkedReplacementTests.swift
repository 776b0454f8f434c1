// SPDX-License-Identifier: MIT

import Mortise
import MortiseGraph
import Testing

private protocol API: Sendable {
    var name: String { get }
}

private struct Named: API {
    let name: String
}

private struct Clock: Sendable {}

/// Marks a definition as replacing, at the end of an install, or on the live container.
private enum Moment: CaseIterable {
    case installing, live

    func register(in container: Container, _ body: (Container) -> Void) {
        switch self {
        case .installing: container.install { body($0) }
        case .live: body(container)
        }
    }
}

@Suite struct `A definition that is marked as replacing` {
    /// A container with two definitions of a type, of which one takes an argument.
    private func live() -> Container {
        Container {
            $0.register { Clock() }
            $0.register(.singleton) { Named(name: "live") as any API }
            $0.register { (_: inout Resolver, name: String) in Named(name: name) as any API }
        }
    }

    private func registerFake(in container: Container, at moment: Moment) {
        moment.register(in: container) {
            $0.register(.singleton) { (_: Clock) in Named(name: "fake") as any API }.replacing()
        }
    }

    private func expectMismatch(
        _ container: Container,
        forwarding: Bool = false,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let error = #expect(throws: ResolutionError.self, sourceLocation: sourceLocation) {
            try container.resolve((any API).self, arguments: "given")
        }
        #expect(error?.code == .argumentMismatch, sourceLocation: sourceLocation)
        #expect(
            "\(error as Any)".contains("any API (Clock) is registered at"),
            sourceLocation: sourceLocation
        )
        #expect(
            "\(error as Any)".contains("any API is registered at") == forwarding,
            sourceLocation: sourceLocation
        )
    }

    @Test(arguments: Moment.allCases)
    fileprivate func `takes the place of all, whatever their parameters`(moment: Moment) throws {
        let container = live()
        _ = try container.resolve((any API).self)

        registerFake(in: container, at: moment)

        #expect(try container.resolve((any API).self).name == "fake")
        expectMismatch(container)
        #expect(container.validate().isValid)
        #expect(container.graph.nodes.count == 2)
    }

    @Test func `replaces what the same install removes`() throws {
        let container = Container()
        let old = container.register { Named(name: "old") as any API }
        container.install {
            $0.remove(old)
            $0.register { (_: Clock) in Named(name: "new") as any API }.replacing()
            $0.register { Clock() }
        }
        #expect(container.validate().findings == [])
        #expect(try container.resolve((any API).self).name == "new")

        container.install {
            $0.reset()
            $0.register { Named(name: "newest") as any API }.replacing()
        }
        #expect(container.validate().findings == [])
    }

    @Test func `replaces only what is of its type in the same install`() {
        let container = Container()
        let old = container.register { Clock() }
        let tagged = container.register(tag: "a") { Named(name: "old") as any API }
        container.install {
            $0.remove(old)
            $0.remove(tagged)
            $0.register { Named(name: "new") as any API }.replacing()
        }
        #expect(container.validate().errors.map(\.code) == [.nothingToReplace])
    }

    @Test(arguments: Moment.allCases)
    fileprivate func `leaves other tags alone`(moment: Moment) throws {
        let container = live()
        container.register(tag: "other") { Named(name: "other") as any API }

        registerFake(in: container, at: moment)

        #expect(try container.resolve((any API).self, tag: "other").name == "other")
    }

    @Test(arguments: Moment.allCases)
    fileprivate func `takes the place of contributions`(moment: Moment) throws {
        let container = live()
        for number in 0..<3 {
            container.register(tag: "all") { Named(name: "\(number)") as any API }.contributing()
        }
        moment.register(in: container) {
            $0.register(tag: "all") { (_: Clock) in Named(name: "only") as any API }.replacing()
        }

        #expect(try container.resolveAll((any API).self, tag: "all").map(\.name) == ["only"])
    }

    @Test(arguments: Moment.allCases)
    fileprivate func `replaces only its own parameters if it says so`(moment: Moment) throws {
        let container = live()

        moment.register(in: container) {
            $0.register { Named(name: "new") as any API }.replacing(.sameParameters)
        }

        #expect(try container.resolve((any API).self).name == "new")
        #expect(try container.resolve((any API).self, arguments: "given").name == "given")
        #expect(container.validate().isValid)
    }

    @Test(arguments: Moment.allCases)
    fileprivate func `hides all of the base from an overlay`(moment: Moment) throws {
        let app = live()
        let overlay = app.overriding()
        _ = try overlay.resolve((any API).self, arguments: "given")
        let kept = try overlay.resolve((any API).self)

        registerFake(in: overlay, at: moment)

        #expect(kept.name == "live")
        #expect(try overlay.resolve((any API).self).name == "fake")
        expectMismatch(overlay)
        #expect(try app.resolve((any API).self, arguments: "given").name == "given")
        #expect(overlay.validate().isValid)
    }

    @Test(arguments: Moment.allCases)
    fileprivate func `hides all of an enclosing container from a child and its scopes`(
        moment: Moment
    ) throws {
        let child = Container(parent: live())
        registerFake(in: child, at: moment)

        for container in try [child, child.openScope("request"), Container(parent: child)] {
            #expect(try container.resolve((any API).self).name == "fake")
            expectMismatch(container)
        }
    }

    @Test func `hides instances with arguments that an overlay keeps already`() throws {
        let app = Container {
            $0.register { Clock() }
            $0.register(.singleton) { (_: inout Resolver, name: String) in
                Named(name: name) as any API
            }
        }
        let overlay = app.overriding()
        _ = try overlay.resolve((any API).self, arguments: "given")

        registerFake(in: overlay, at: .live)

        expectMismatch(overlay)
    }

    @Test func `hides the contributions of an enclosing container`() throws {
        let app = Container {
            for number in 0..<3 {
                $0.register { Named(name: "\(number)") as any API }.contributing()
            }
        }
        let added = app.overriding {
            $0.register { Named(name: "added") as any API }.contributing()
        }
        let replaced = app.overriding {
            $0.register { Named(name: "first") as any API }.contributing().replacing()
            $0.register { Named(name: "second") as any API }.contributing()
        }

        #expect(try added.resolveAll((any API).self).map(\.name) == ["0", "1", "2", "added"])
        #expect(try replaced.resolveAll((any API).self).map(\.name) == ["first", "second"])
        for overlay in [added, replaced] { #expect(overlay.validate().isValid) }
    }

    @Test func `hides nothing of an enclosing container if it is removed`() throws {
        let child = Container(parent: live())
        let fake = child.register { (_: Clock) in Named(name: "fake") as any API }.replacing()
        expectMismatch(child)

        child.remove(fake)

        #expect(try child.resolve((any API).self).name == "live")
        #expect(try child.resolve((any API).self, arguments: "given").name == "given")
    }

    @Test func `hides what each forwarded type hides, before and after it is marked`() throws {
        let app = live()
        let before = app.overriding {
            $0.register { (_: Clock) in Named(name: "fake") }
                .implements((any API).self) { $0 }.replacing()
        }
        let after = app.overriding {
            $0.register { (_: Clock) in Named(name: "fake") }.replacing()
                .implements((any API).self) { $0 }
        }

        for overlay in [before, after] {
            #expect(try overlay.resolve((any API).self).name == "fake")
            expectMismatch(overlay, forwarding: true)
            #expect(overlay.validate().isValid)
        }
    }

    @Test func `is an error if there is nothing to replace, with what conforms`() throws {
        let app = live()
        let overlay = app.overriding {
            $0.register { Named(name: "fake") }.replacing()
        }

        let errors = overlay.validate().errors

        #expect(errors.map(\.code) == [.nothingToReplace])
        let hint = try #require(errors[0].hint)
        #expect(hint.hasPrefix("Named conforms to any API, registered at "))
        #expect(hint.contains("add `as any API`"))
    }

    @Test func `tells observers of the base if there is nothing to replace`() throws {
        let app = live()
        let seen = Locked<[String]>([])
        let token = app.observe { event in
            guard case .nothingToReplace = event.kind else { return }
            seen.withLock { $0.append("\(event.key)") }
        }

        _ = app.overriding { $0.register { Named(name: "fake") }.replacing() }
        _ = app.overriding { $0.register { Named(name: "fake") as any API }.replacing() }

        #expect(seen.withLock { $0 } == ["Named"])
        token.cancel()
    }

    @Test func `is a duplicate without the mark if both can be made without arguments`() throws {
        let container = live()
        container.register { (_: Clock) in Named(name: "fake") as any API }

        #expect(container.validate().warnings.map(\.code) == [.duplicateBinding])
        #expect(try container.resolve((any API).self).name == "live")
    }

    @Test func `replaces what a type that it forwards later replaces`() throws {
        let container = live()
        container.register { (_: Clock) in Named(name: "fake") }.replacing()
            .implements((any API).self) { $0 }

        #expect(try container.resolve((any API).self).name == "fake")
        expectMismatch(container, forwarding: true)
        #expect(container.validate().isValid)
    }

    @Test func `leaves a forwarded type that was taken over to its new definition`() throws {
        let container = Container()
        let named = container.register { Named(name: "live") }
        let forwarded = named.forwarding(to: (any API).self) { $0 }
        container.register { Named(name: "fake") as any API }.replacing()

        named.replacing()

        #expect(try container.resolve((any API).self).name == "fake")
        withExtendedLifetime(forwarded) {}
    }

    @Test(arguments: Moment.allCases)
    fileprivate func `replaces an implementation that is selected`(moment: Moment) throws {
        let container = Container {
            $0.register { Clock() }
            $0.register(tag: "a") { Named(name: "a") as any API }.selectable()
            $0.register(tag: "b") { Named(name: "b") as any API }.selectable()
        }

        moment.register(in: container) {
            $0.register(tag: "a") { (_: Clock) in Named(name: "fake") as any API }.replacing()
        }

        #expect(container.selection(for: (any API).self) == "a")
        #expect(try container.resolve((any API).self).name == "fake")
    }

    @Test func `overrides what a linked container provides`() throws {
        let other = Container { $0.register { Named(name: "live") as any API } }
        let app = Container()
        app.link(with: other)

        let overlay = app.overriding {
            $0.register { Named(name: "fake") as any API }.replacing()
        }

        #expect(try overlay.resolve((any API).self).name == "fake")
        #expect(overlay.validate().findings.isEmpty)
    }

    @Test func `replaces what a definition for any tag gave under its tag`() throws {
        let app = Container { $0.register { Named(name: "live") as any API }.forAnyTag() }

        let overlay = app.overriding {
            $0.register(tag: "x") { Named(name: "fake") as any API }.replacing()
        }

        #expect(overlay.validate().isValid)
        #expect(try overlay.resolve((any API).self, tag: "x").name == "fake")
    }

    @Test func `is not needed to override an instance that an overlay keeps`() throws {
        let app = live()
        let overlay = app.overriding()
        #expect(try overlay.resolve((any API).self).name == "live")

        overlay.register { (_: Clock) in Named(name: "fake") as any API }

        #expect(try overlay.resolve((any API).self).name == "fake")
    }
}
