// SPDX-License-Identifier: MIT

import Mortise
import MortiseGraph
import Testing

@Suite struct `A factory of any arity` {
    private static func registerParameters(in container: Container) {
        container.register { 1 }
        container.register { "b" }
        container.register { 3.0 }
        container.register { true }
        container.register { UInt8(5) }
        container.register { Int64(6) }
        container.register { Character("g") }
        container.register { Float(8) }
    }

    @Test(arguments: 0...8)
    func `given by reference has its parameters resolved`(count: Int) throws {
        let container = Container {
            Self.registerParameters(in: $0)
            $0.register(tag: 0, autowiring: Row.of0)
            $0.register(tag: 1, autowiring: Row.of1)
            $0.register(tag: 2, autowiring: Row.of2)
            $0.register(tag: 3, autowiring: Row.of3)
            $0.register(tag: 4, autowiring: Row.of4)
            $0.register(tag: 5, autowiring: Row.of5)
            $0.register(tag: 6, autowiring: Row.of6)
            $0.register(tag: 7, autowiring: Row.of7)
            $0.register(tag: 8, autowiring: Row.of8)
        }

        #expect(try container.resolve([String].self, tag: count) == Row.expected(count))
    }

    @Test(arguments: 0...8)
    func `given as a closure has its parameters resolved`(count: Int) throws {
        let container = Container {
            Self.registerParameters(in: $0)
            $0.register(tag: 0) { Row.of0() }
            $0.register(tag: 1) { Row.of1($0) }
            $0.register(tag: 2) { Row.of2($0, $1) }
            $0.register(tag: 3) { Row.of3($0, $1, $2) }
            $0.register(tag: 4) { Row.of4($0, $1, $2, $3) }
            $0.register(tag: 5) { Row.of5($0, $1, $2, $3, $4) }
            $0.register(tag: 6) { Row.of6($0, $1, $2, $3, $4, $5) }
            $0.register(tag: 7) { Row.of7($0, $1, $2, $3, $4, $5, $6) }
            $0.register(tag: 8) { Row.of8($0, $1, $2, $3, $4, $5, $6, $7) }
        }

        #expect(try container.resolve([String].self, tag: count) == Row.expected(count))
    }

    @Test func `takes its parameters as arguments`() throws {
        let container = Container {
            $0.register(autowiring: Row.of0)
            $0.register(autowiring: Row.of1)
            $0.register(autowiring: Row.of2)
            $0.register(autowiring: Row.of3)
            $0.register(autowiring: Row.of4)
            $0.register(autowiring: Row.of5)
            $0.register(autowiring: Row.of6)
            $0.register(autowiring: Row.of7)
            $0.register(autowiring: Row.of8)
        }

        #expect(try container.resolve([String].self) == [])
        #expect(
            try container.resolve([String].self, arguments: 1)
                == Row.expected(1)
        )
        #expect(
            try container.resolve([String].self, arguments: 1, "b")
                == Row.expected(2)
        )
        #expect(
            try container.resolve([String].self, arguments: 1, "b", 3.0)
                == Row.expected(3)
        )
        #expect(
            try container.resolve([String].self, arguments: 1, "b", 3.0, true)
                == Row.expected(4)
        )
        #expect(
            try container.resolve([String].self, arguments: 1, "b", 3.0, true, UInt8(5))
                == Row.expected(5)
        )
        #expect(
            try container.resolve([String].self, arguments: 1, "b", 3.0, true, UInt8(5), Int64(6))
                == Row.expected(6)
        )
        #expect(
            try container.resolve(
                [String].self,
                arguments: 1,
                "b",
                3.0,
                true,
                UInt8(5),
                Int64(6),
                Character("g")
            )
                == Row.expected(7)
        )
        #expect(
            try container.resolve(
                [String].self,
                arguments: 1,
                "b",
                3.0,
                true,
                UInt8(5),
                Int64(6),
                Character("g"),
                Float(8)
            )
                == Row.expected(8)
        )
    }

    @Test func `takes arguments after the resolver`() throws {
        let container = Container {
            $0.register(tag: "prefix") { "resolved" }
            $0.register { (resolver: inout Resolver) in
                [try resolver.resolve(tag: "prefix")] + [String]()
            }
            $0.register { (resolver: inout Resolver, a: Int) in
                [try resolver.resolve(tag: "prefix")] + ["\(a)"]
            }
            $0.register { (resolver: inout Resolver, a: Int, b: String) in
                [try resolver.resolve(tag: "prefix")] + ["\(a)", "\(b)"]
            }
            $0.register { (resolver: inout Resolver, a: Int, b: String, c: Double) in
                [try resolver.resolve(tag: "prefix")] + ["\(a)", "\(b)", "\(c)"]
            }
            $0.register { (resolver: inout Resolver, a: Int, b: String, c: Double, d: Bool) in
                [try resolver.resolve(tag: "prefix")] + ["\(a)", "\(b)", "\(c)", "\(d)"]
            }
            $0.register {
                (resolver: inout Resolver, a: Int, b: String, c: Double, d: Bool, e: UInt8) in
                [try resolver.resolve(tag: "prefix")] + ["\(a)", "\(b)", "\(c)", "\(d)", "\(e)"]
            }
            $0.register {
                (
                    resolver: inout Resolver,
                    a: Int,
                    b: String,
                    c: Double,
                    d: Bool,
                    e: UInt8,
                    f: Int64
                ) in
                [try resolver.resolve(tag: "prefix")] + [
                    "\(a)", "\(b)", "\(c)", "\(d)", "\(e)", "\(f)",
                ]
            }
            $0.register {
                (
                    resolver: inout Resolver,
                    a: Int,
                    b: String,
                    c: Double,
                    d: Bool,
                    e: UInt8,
                    f: Int64,
                    g: Character
                ) in
                [try resolver.resolve(tag: "prefix")] + [
                    "\(a)", "\(b)", "\(c)", "\(d)", "\(e)", "\(f)", "\(g)",
                ]
            }
            $0.register {
                (
                    resolver: inout Resolver,
                    a: Int,
                    b: String,
                    c: Double,
                    d: Bool,
                    e: UInt8,
                    f: Int64,
                    g: Character,
                    h: Float
                ) in
                [try resolver.resolve(tag: "prefix")] + [
                    "\(a)", "\(b)", "\(c)", "\(d)", "\(e)", "\(f)", "\(g)", "\(h)",
                ]
            }
        }

        #expect(try container.resolve([String].self) == ["resolved"])
        #expect(
            try container.resolve([String].self, arguments: 1)
                == ["resolved"] + Row.expected(1)
        )
        #expect(
            try container.resolve([String].self, arguments: 1, "b")
                == ["resolved"] + Row.expected(2)
        )
        #expect(
            try container.resolve([String].self, arguments: 1, "b", 3.0)
                == ["resolved"] + Row.expected(3)
        )
        #expect(
            try container.resolve([String].self, arguments: 1, "b", 3.0, true)
                == ["resolved"] + Row.expected(4)
        )
        #expect(
            try container.resolve([String].self, arguments: 1, "b", 3.0, true, UInt8(5))
                == ["resolved"] + Row.expected(5)
        )
        #expect(
            try container.resolve([String].self, arguments: 1, "b", 3.0, true, UInt8(5), Int64(6))
                == ["resolved"] + Row.expected(6)
        )
        #expect(
            try container.resolve(
                [String].self,
                arguments: 1,
                "b",
                3.0,
                true,
                UInt8(5),
                Int64(6),
                Character("g")
            )
                == ["resolved"] + Row.expected(7)
        )
        #expect(
            try container.resolve(
                [String].self,
                arguments: 1,
                "b",
                3.0,
                true,
                UInt8(5),
                Int64(6),
                Character("g"),
                Float(8)
            )
                == ["resolved"] + Row.expected(8)
        )
    }
}
