// SPDX-License-Identifier: MIT

import Mortise
import Testing

private final class KeptPart: Sendable {
    let number: Int
    init(_ number: Int) { self.number = number }
}

private struct Parts: Assembly {
    let container: Container
    func part(_ number: Int) -> KeptPart { define(.singleton, for: number) { KeptPart(number) } }
    var name: String { define { "real" } }
}

@Suite struct `A layer that keeps many instances` {
    private let app = Container {
        for number in 0..<20 { $0.register(.singleton, tag: number) { KeptPart(number) } }
        $0.register(tag: "a") { "a" }.selectable()
        $0.register(tag: "b") { "b" }.selectable()
    }

    private func kept(by layer: Container) throws -> [ObjectIdentifier] {
        try (0..<20).map { try ObjectIdentifier(layer.resolve(KeptPart.self, tag: $0)) }
    }

    @Test(arguments: ["a definition", "a substitution", "a selection", "a replacement"])
    func `keeps them when it gets`(_ what: String) throws {
        let layer = app.overriding()
        let parts = Parts(container: layer)
        let before = try kept(by: layer)
        switch what {
        case "a definition": layer.register { 42 }
        case "a substitution": parts.substitute(\.name) { "fake" }
        case "a selection": try layer.select("b", for: String.self)
        default: layer.install { $0.register(.singleton, tag: 0) { KeptPart(100) }.replacing() }
        }
        let after = try kept(by: layer)
        #expect(Array(after.dropFirst()) == Array(before.dropFirst()))
        #expect((after[0] == before[0]) == (what != "a replacement"))
        #expect(throws: ResolutionError.self) { try layer.resolve(Double.self) }
        #expect(parts.name == (what == "a substitution" ? "fake" : "real"))
        #expect(try layer.resolve(String.self) == (what == "a selection" ? "b" : "a"))
    }
}
