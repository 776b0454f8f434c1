// SPDX-License-Identifier: MIT

import Mortise
import MortiseGraph
import Testing

private protocol Diary: Sendable {
    var name: String { get }
}

private struct AppDiary: Diary { let name = "app" }

private final class RequestDiary: Diary, Closable {
    let name: String
    let onClose: @Sendable () -> Void
    init(_ name: String, onClose: @escaping @Sendable () -> Void = {}) {
        (self.name, self.onClose) = (name, onClose)
    }
    func close() { onClose() }
}

private struct Page: Sendable { let diary: any Diary }

@Suite struct `A definition for scopes` {
    private func makeApp(onClose: @escaping @Sendable () -> Void = {}) -> Container {
        Container {
            $0.register { AppDiary() as any Diary }
            $0.register { Page(diary: $0) }
            $0.expects(String.self, in: .request)
            $0.expects((any Diary).self, in: .request) { resolver in
                RequestDiary(try resolver.resolve(), onClose: onClose) as any Diary
            }
        }
    }

    @Test func `answers in each scope of its name, which keeps and closes its own`() async throws {
        let closed = Counter()
        let app = makeApp { closed.increment() }
        let first = try app.openScope(.request) { $0.provide("first") }
        let second = try app.openScope("session").openScope(.request) { $0.provide("second") }
        let inner = try first.openScope("inner")

        #expect(try app.resolve(Page.self).diary.name == "app")
        #expect(try app.openScope("other").resolve(Page.self).diary.name == "app")
        #expect(try first.resolve(Page.self).diary.name == "first")
        #expect(try second.resolve(Page.self).diary.name == "second")
        #expect(try inner.resolve(Page.self).diary.name == "first")
        let kept = try #require(try first.resolve((any Diary).self) as? RequestDiary)
        #expect(try inner.resolve((any Diary).self) as? RequestDiary === kept)
        for container in [app, first, second, inner] {
            #expect(container.validate().findings == [])
        }

        try await first.close()
        #expect(closed.value == 1)
        try await second.close()
        #expect(closed.value == 2)
    }

    @Test func `gives way to what the opener brings`() throws {
        let app = makeApp()
        let provided = try app.openScope(.request) {
            $0.provide("id")
            $0.provide(RequestDiary("provided"), as: (any Diary).self)
        }
        let registered = try app.openScope(.request) {
            $0.provide("id")
            $0.register { RequestDiary("registered") as any Diary }
        }

        #expect(try provided.resolve(Page.self).diary.name == "provided")
        #expect(try registered.resolve(Page.self).diary.name == "registered")
    }

    @Test func `is each scope's own where scopes of one name are nested`() throws {
        let app = makeApp()
        let outer = try app.openScope(.request) { $0.provide("outer") }
        let inner = try outer.openScope(.request) { $0.provide("inner") }

        #expect(try outer.resolve(Page.self).diary.name == "outer")
        #expect(try inner.resolve(Page.self).diary.name == "inner")
    }

    @Test func `needs no default outside, and takes a tag`() throws {
        let app = Container {
            $0.expects((any Diary).self, in: .request, tag: "tagged") { _ in
                AppDiary() as any Diary
            }
        }
        let error = #expect(throws: ResolutionError.self) {
            try app.resolve((any Diary).self, tag: "tagged")
        }
        #expect(error?.code == .missingScope)
        let request = try app.openScope(.request)
        #expect(try request.resolve((any Diary).self, tag: "tagged").name == "app")
    }

    @Test func `belongs to the module that declares it`() throws {
        struct Logging: Module, Hashable {
            func register(in container: Container) {
                container.expects((any Diary).self, in: .request) { _ in
                    RequestDiary("module") as any Diary
                }
            }
        }
        let app = Container { $0.register { AppDiary() as any Diary } }
        app.install(Logging())
        #expect(try app.openScope(.request).resolve((any Diary).self).name == "module")

        app.uninstall(Logging())
        #expect(try app.openScope(.request).resolve((any Diary).self).name == "app")
    }
}
