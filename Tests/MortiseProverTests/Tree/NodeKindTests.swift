// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import MortiseProver

/// A kind of node that has no rule is closed: all that is known is given up there.
///
/// So a kind that occurs must be known to be one or the other.
@Suite("A kind of node")
struct NodeKindTests {
    /// Kinds of expressions and statements that are closed.
    private static let closed: Set<String> = [
        "pack_expansion_expr", "pack_element_expr", "materialize_pack_expr", "tap_expr",
        "yield_stmt", "discard_stmt",
        "applied_property_wrapper_expr", "key_path_dot_expr", "type_join_expr",
        "unreachable", "dynamic_type_expr",
    ]

    @Test("that a program in Tests/Packages has is ruled or closed", arguments: Packages.names)
    func packages(name: String) throws {
        let source = try Packages.source(of: name)
        let tape = try Tape(
            try Toolchain.dump(source, file: "main.swift", arguments: Toolchain.usingMortise)
        )
        expectKnown(tape)
    }

    @Test("that the compiler can print for all of the language's statements is ruled or closed")
    func everything() throws {
        expectKnown(try Tape(try Toolchain.dump(LoweringTests.everything)))
    }

    private func expectKnown(_ tape: Tape) {
        var unknown: Set<String> = []
        for node in tape.tokens.indices where tape.isObject(node) {
            guard let kind = tape.member("_kind", of: node).flatMap({ tape.string($0) }) else {
                continue
            }
            let isPattern = kind.hasPrefix("pattern_") && !kind.hasSuffix("_decl")
            guard kind.hasSuffix("_expr") || kind.hasSuffix("_stmt") || isPattern
            else { continue }
            // From before types were checked.
            if kind.hasPrefix("unresolved_") || kind.hasPrefix("overloaded_") { continue }
            if !Lowering.ruled.contains(kind), !Self.closed.contains(kind) { unknown.insert(kind) }
        }
        #expect(unknown.isEmpty)
    }
}
