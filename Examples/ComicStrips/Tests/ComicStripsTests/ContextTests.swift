// SPDX-License-Identifier: MIT

import ComicStripsKit
import MortiseEasyDi
import Synchronization
import Testing

@Suite struct `A context` {
    private let context = DIContext()
    private var services: ServiceAssembly { ServiceAssembly.instance(from: context) }

    @Test func `has one of each service, and shares none with another context`() {
        #expect(services.stripService === services.stripService)
        #expect(services.imageService === services.imageService)
        let other = DIContext()
        let otherServices = ServiceAssembly.instance(from: other)
        #expect(services.stripService !== otherServices.stripService)
    }

    @Test func `may have another service for a while, for all screens made meanwhile`() {
        FakeNetwork(strips: "Real").substitute(in: context)
        let real = services.stripService
        let fake = FakeStrips()

        services.addSubstitution(for: "stripService") { fake as any StripService }
        let screen = context.feedScreen
        screen.appear()
        #expect(screen.lines == ["7  Fake"])

        services.removeSubstitution(for: "stripService")
        #expect(services.stripService === real)
        let later = context.feedScreen
        later.appear()
        #expect(later.lines == ["1  Real"])
    }

    private final class FakeStrips: StripService {
        func newest(_ count: Int) throws -> [Strip] { [try strip(7)] }
        func strip(_ number: Int) throws -> Strip {
            Strip(number: number, title: "Fake", caption: "", image: "")
        }
    }

    @Test func `reports a substitution whose name matches no member`() {
        let texts = Mutex<[String]>([])
        context.onUnmatchedSubstitution { text in texts.withLock { $0.append(text) } }
        services.addSubstitution(for: "transpot") { FakeNetwork() as any Transport }
        _ = context.feedScreen
        #expect(texts.withLock { $0.count } == 1)
        #expect(texts.withLock { $0.first }?.contains(#"did you mean "transport"?"#) == true)
    }
}
