// SPDX-License-Identifier: MIT

/// Functions with none to eight parameters.
enum Row {
    @Sendable static func of0() -> [String] { [] }
    @Sendable static func of1(
        _ a: Int
    ) -> [String] { ["\(a)"] }
    @Sendable static func of2(
        _ a: Int,
        _ b: String
    ) -> [String] { ["\(a)", "\(b)"] }
    @Sendable static func of3(
        _ a: Int,
        _ b: String,
        _ c: Double
    ) -> [String] { ["\(a)", "\(b)", "\(c)"] }
    @Sendable static func of4(
        _ a: Int,
        _ b: String,
        _ c: Double,
        _ d: Bool
    ) -> [String] { ["\(a)", "\(b)", "\(c)", "\(d)"] }
    @Sendable static func of5(
        _ a: Int,
        _ b: String,
        _ c: Double,
        _ d: Bool,
        _ e: UInt8
    ) -> [String] { ["\(a)", "\(b)", "\(c)", "\(d)", "\(e)"] }
    @Sendable static func of6(
        _ a: Int,
        _ b: String,
        _ c: Double,
        _ d: Bool,
        _ e: UInt8,
        _ f: Int64
    ) -> [String] { ["\(a)", "\(b)", "\(c)", "\(d)", "\(e)", "\(f)"] }
    @Sendable static func of7(
        _ a: Int,
        _ b: String,
        _ c: Double,
        _ d: Bool,
        _ e: UInt8,
        _ f: Int64,
        _ g: Character
    ) -> [String] { ["\(a)", "\(b)", "\(c)", "\(d)", "\(e)", "\(f)", "\(g)"] }
    @Sendable static func of8(
        _ a: Int,
        _ b: String,
        _ c: Double,
        _ d: Bool,
        _ e: UInt8,
        _ f: Int64,
        _ g: Character,
        _ h: Float
    ) -> [String] { ["\(a)", "\(b)", "\(c)", "\(d)", "\(e)", "\(f)", "\(g)", "\(h)"] }

    /// The result of a function with some parameters.
    static func expected(_ count: Int) -> [String] {
        Array(["1", "b", "3.0", "true", "5", "6", "g", "8.0"].prefix(count))
    }
}
