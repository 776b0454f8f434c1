// SPDX-License-Identifier: MIT

import Mortise
import MortiseGraph
import Testing

private protocol Named {}
private struct Label: Named { let text: String }

private final class Owner {
    @Injected var label: Label
}

@Suite struct `The context of a factory` {
    private func container() -> Container {
        Container { $0.register { Label(text: "\($0.context)") } }
    }

    @Test func `says what is asked for, and that nobody else asks`() throws {
        let container = container()

        let text = try container.resolve(Label.self, tag: "x").text

        #expect(text.hasSuffix("Label \"x\"") || text.contains("\"x\""))
        #expect(!text.contains(" for "))
        #expect(Container.context == nil)
    }

    @Test func `says for which type and property it is (D-78)`() throws {
        let container = container()
        container.register { Owner() }

        #expect(try container.resolve(Owner.self).label.text.hasSuffix("Owner.label"))
    }

    @Test func `says for which forwarded type it is`() throws {
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
        }
        container.register { resolver in
            log.append("\(resolver.context.tag.map { "\($0)" } ?? "none")")
            log.append("\(resolver.context.injectedInType == Int.self)")
            return Label(text: "")
        }

        _ = try container.resolve(Int.self, tag: "t")

        #expect(log.all.last == "true")
        #expect(log.all.first?.contains("t") == true)
    }
}
