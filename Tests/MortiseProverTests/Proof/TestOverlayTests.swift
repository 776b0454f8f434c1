// SPDX-License-Identifier: MIT

import MortiseProver
import Testing

/// Tests whose traits make overlays.
@Suite("The overlay of a test")
struct TestOverlayTests {
    private static let app = """
        import Mortise
        import MortiseTesting
        import Testing

        protocol Gateway: Sendable {}
        struct Live: Gateway {}
        struct Fake: Gateway {}
        final class Shop: Sendable { init(_ gateway: any Gateway) {} }

        let app = Container(name: "app") {
            $0.register(.singleton) { Live() as any Gateway }.unstubbed()
            $0.register(.singleton) { try Shop($0.resolve()) }
        }

        """

    private func said(of tests: String) throws -> String {
        let (program, text) = try Toolchain.program(
            Self.app + tests,
            path: "Tests.swift",
            arguments: ["-parse-as-library"]
        )
        return Report(proving: program, text).rendered()
    }

    @Test(
        arguments: [
            "@Test(.overriding(app)) func a() throws { _ = try Container.current.resolve((any Gateway).self) }",
            "@Test(.overriding(app)) func a() throws { _ = try Container.current.resolve(Shop.self) }",
            """
            @Test(.overriding(app)) func a() throws {
                _ = try Container.current.openScope("visit").resolve(Shop.self)
            }
            """,
            """
            @Suite(.overriding(app)) struct Suite {
                @Test func a() throws { _ = try Container.current.resolve(Shop.self) }
            }
            """,
        ]
    )
    func `must replace the live services that it reaches`(tests: String) throws {
        let said = try said(of: tests)
        #expect(said.contains("any Gateway is live, and this test has not replaced it"))
        #expect(said.contains("1 call site: 0 proven, 0 wrong, 1 may fail, 0 not proven"))
    }

    @Test(
        arguments: [
            """
            @Test(.overriding(app) { $0.register(.singleton) { Fake() as any Gateway }.replacing() })
            func a() throws { _ = try Container.current.resolve(Shop.self) }
            """,
            """
            @Suite(.overriding(app)) struct Suite {
                @Test(.overriding { $0.register { Fake() as any Gateway } }) func a() throws {
                    _ = try Container.current.resolve(Shop.self)
                }
            }
            """,
            """
            @Test(.overriding(app)) func a() throws {
                Container.current.register { Live() as any Gateway }.unstubbed()
                _ = try Container.current.resolve(Shop.self)
            }
            """,
            "@Test func a() throws { _ = try app.overriding().resolve(Shop.self) }",
        ]
    )
    func `may have its own services, and reach those of the program`(tests: String) throws {
        let said = try said(of: tests)
        #expect(said.contains("1 call site: 1 proven, 0 wrong, 0 not proven"))
    }

    @Test func `is made for each test alone, which fails even if it catches that error`() throws {
        let said = try said(
            of: """
                @Suite(.overriding(app)) struct Suite {
                    @Test func fails() { _ = try? Container.current.resolve(Shop.self) }
                    @Test(.overriding { $0.register { Fake() as any Gateway } }) func a() throws {
                        _ = try Container.current.resolve(Shop.self)
                    }
                }
                """
        )
        #expect(said.contains("error: [may-fail] any Gateway is live"))
        #expect(said.contains("2 call sites: 1 proven, 0 wrong, 1 may fail, 0 not proven"))
    }

    @Test func `stays known where a test expects that it refuses a scope`() throws {
        let said = try said(
            of: """
                @Test(.overriding(app) { $0.expects(Int.self, in: "visit") }) func a() throws {
                    #expect(throws: ResolutionError.self) { try Container.current.openScope("visit") }
                    Container.current.register { Fake() as any Gateway }
                    _ = try Container.current.resolve(Shop.self)
                }
                """
        )
        #expect(said.contains("2 call sites: 1 proven, 0 wrong, 0 not proven, 1 handled"))
    }
}
