// SPDX-License-Identifier: MIT

import Mortise
import MortiseGraph
import Testing

private protocol Named {}
private struct Label: Named, Sendable { let text: String }

private final class Owner {
    @Injected var label: Label
}

@Suite struct `The context of a factory` {
    private func container() -> Container {
        Container { $0.register { Label(text: "\($0.context)") }.forAnyTag() }
    }

    @Test func `has the request, and no requester`() throws {
        let container = container()

        let log = Log()
        container.register(tag: "x") { resolver -> Label in
            log.append("\(resolver.context.tag == "x") \(resolver.context.injectedInType == nil)")
            return Label(text: "\(resolver.context)")
        }
        let tags: [String?] = ["x", "unknown", nil]
        let texts = try tags.map { try container.resolve(Label.self, tag: $0?.tag).text }

        let type = "\(TypeName(of: Label.self))"
        #expect(texts == ["\(type) \"x\"", "\(type) \"unknown\"", type])
        #expect(log.all == ["true true"])
        #expect(Container.context == nil)
    }

    @Test func `has the requesting type and property (D-78)`() throws {
        let container = container()
        container.register { Owner() }

        #expect(try container.resolve(Owner.self).label.text.hasSuffix("Owner.label"))
    }

    @Test func `has the requesting forwarded type`() throws {
        let container = Container()
        let log = Log()
        container.register { (resolver: inout Resolver) -> Label in
            log.append("\(resolver.context.requestedType == (any Named).self)")
            return Label(text: "")
        }.implements((any Named).self) { $0 }

        _ = try container.resolve((any Named).self)
        _ = try container.resolve(Label.self)

        #expect(log.all == ["true", "false"])
    }

    @Test func `reaches factories that captured the container (D-79)`() throws {
        let container = Container()
        let log = Log()
        container.register(.shared) { [unowned container] in
            _ = try container.resolve(Label.self, tag: Container.context?.tag)
            return 1
        }.forAnyTag()
        container.register { resolver in
            log.append("\(resolver.context.tag.map { "\($0)" } ?? "none")")
            log.append("\(resolver.context.injectedInType == Int.self)")
            return Label(text: "")
        }.forAnyTag()

        _ = try container.resolve(Int.self, tag: "t")

        #expect(log.all.last == "true")
        #expect(log.all.first?.contains("t") == true)
    }

    // MARK: Asynchronously

    private final class Wanting: Sendable {
        let label: Label
        init(_ label: Label) { self.label = label }
    }

    @Test func `has the requesting asynchronous factory`() async throws {
        let container = container()
        container.register { (resolver: inout AsyncResolver) async throws -> Wanting in
            Wanting(try await resolver.resolve())
        }

        let text = try await container.async.resolve(Wanting.self).label.text
        #expect(text == "\(TypeName(of: Label.self)) for \(TypeName(of: Wanting.self))")
        let alone = try await container.async.resolve(Label.self).text
        #expect(alone == "\(TypeName(of: Label.self))")
    }

    @Test func `exists in an asynchronous factory, too`() async throws {
        let container = Container()
        container.register { (resolver: inout AsyncResolver) async throws -> Label in
            let types = [resolver.context.requestedType, Container.context?.requestedType]
            #expect(
                types.allSatisfy { $0.map(ObjectIdentifier.init) == ObjectIdentifier(Label.self) }
            )
            return Label(text: "\(resolver.context)")
        }.forAnyTag()
        container.register { (resolver: inout Resolver) in Wanting(try resolver.resolve()) }
        container.register { (resolver: inout AsyncResolver) async throws -> [Label] in
            [try await resolver.resolve(tag: "x")]
        }
        container.register { Owner() }
        let label = "\(TypeName(of: Label.self))"

        #expect(try await container.async.resolve(Label.self).text == label)
        #expect(try await container.async.resolve(Label.self, tag: "t").text == "\(label) \"t\"")
        let wanted = try await container.async.resolve(Wanting.self).label.text
        #expect(wanted == "\(label) for \(TypeName(of: Wanting.self))")
        let listed = try await container.async.resolve([Label].self)[0].text
        #expect(listed == "\(label) \"x\" for \(TypeName(of: [Label].self))")
        let owned = try await container.async.resolve(Owner.self).label.text
        #expect(owned == "\(label) for \(TypeName(of: Owner.self)).label")
    }

    @Test func `has the inherited tag in the asynchronous lane`() async throws {
        final class Tagged: @unchecked Sendable {
            @Injected(tag: .inherited) var label: Label
            var context = ""
        }
        let container = Container {
            $0.register { Label(text: "plain") }
            $0.register(tag: "t") { Label(text: "tagged") }
            $0.register { (_: inout AsyncResolver) async -> Tagged in Tagged() }
                .forAnyTag()
                .injecting { resolver, tagged in
                    tagged.context =
                        "\(resolver.context.injectedInType == nil)"
                        + " \(resolver.context.tag == "t")"
                }
        }

        let tagged = try await container.async.resolve(Tagged.self, tag: "t")
        #expect(tagged.label.text == "tagged")
        #expect(tagged.context == "true true")
        let plain = try await container.async.resolve(Tagged.self)
        #expect(plain.label.text == "plain")
        #expect(plain.context == "true false")
    }
}
