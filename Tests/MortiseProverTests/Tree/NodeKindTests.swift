// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import MortiseProver

/// A kind of node that has no rule closes what is around it, and one that nobody knows is an error.
///
/// So a kind that occurs must be known to be one or the other.
@Suite("A kind of node")
struct NodeKindTests {
    @Test("that a program in Tests/Packages has is ruled or closed", arguments: Packages.names)
    func packages(name: String) throws {
        let source = try Packages.source(of: name)
        let dump = try Toolchain.dump(
            source,
            file: "main.swift",
            arguments: Toolchain.usingMortise
        )
        let kinds = Self.kinds(in: try Tape(dump))
        // Each of them asks a container for something.
        #expect(kinds.isSuperset(of: ["call_expr", "declref_expr", "brace_stmt"]))
        #expect(kinds.filter { !Self.isKnown($0) }.isEmpty)
    }

    @Test("that the compiler can print for all of the language's statements is ruled or closed")
    func everything() throws {
        let kinds = Self.kinds(in: try Tape(try Toolchain.dump(LoweringTests.everything)))
        #expect(kinds.isSuperset(of: ["call_expr", "for_each_stmt", "pattern_named"]))
        #expect(kinds.filter { !Self.isKnown($0) }.isEmpty)
    }

    @Test(
        "is ruled or closed if the compiler of CI has its name in it at all",
        .enabled(if: ProcessInfo.processInfo.environment["CI"] != nil)
    )
    func namesInTheCompiler() throws {
        let names = try Toolchain.names(matching: "([a-z]+_)+(expr|stmt)|pattern_[a-z_]+")
        #expect(names.isSuperset(of: ["call_expr", "for_each_stmt", "pattern_named"]))
        #expect(names.subtracting(Self.noKinds).filter { !Self.isKnown($0) }.isEmpty)
        // What is listed and not there any more would hide a kind of that name.
        #expect(Self.noKinds.subtracting(names).isEmpty)
        let closed = Lowering.closed.filter { $0.hasSuffix("_expr") || $0.hasSuffix("_stmt") }
        #expect(closed.subtracting(names).isEmpty)
    }

    @Test("has a rule or is closed, and not both")
    func once() {
        #expect(Lowering.ruled.isDisjoint(with: Lowering.closed))
    }

    @Test("leaves an error, and what is in it, where it is not known", arguments: ["expr", "stmt"])
    func unknown(suffix: String) throws {
        let kind = "planted_\(suffix)"
        let file = try Self.model(replacing: "\"optional_try_expr\"", by: "\"\(kind)\"")
        #expect(file.errors.count == 1)
        #expect(ModelText.text(of: file).contains(kind))
    }

    @Test("leaves no error where it is closed", arguments: Lowering.closed.sorted())
    func closed(kind: String) throws {
        let file = try Self.model(replacing: "\"optional_try_expr\"", by: "\"\(kind)\"")
        #expect(file.errors.isEmpty)
        #expect(ModelText.text(of: file).contains(kind))
    }

    /// The model of a small program in whose tree something is replaced.
    private static func model(replacing old: String, by new: String) throws -> SourceFile {
        let source = """
            func run() throws -> Int { 1 }
            func test() { let value = try? run(); print(value as Any) }

            """
        let dump = String(decoding: try Toolchain.dump(source), as: UTF8.self)
        try #require(dump.contains(old))
        let tape = try Tape(Array(dump.replacing(old, with: new).utf8))
        var names = TypeNames()
        try names.read(tape.mangledNames(in: tape.documents[0]), demangle: Toolchain.demangle)
        return try Lowering.lower(
            tape.documents[0],
            of: tape,
            names: names,
            path: "App.swift",
            module: "App",
            number: 0
        )
    }

    /// The kinds of expressions, statements and patterns in some trees.
    private static func kinds(in tape: Tape) -> Set<String> {
        var kinds: Set<String> = []
        for node in tape.tokens.indices where tape.isObject(node) {
            guard let kind = tape.member("_kind", of: node).flatMap({ tape.string($0) }) else {
                continue
            }
            let isPattern = kind.hasPrefix("pattern_") && !kind.hasSuffix("_decl")
            if kind.hasSuffix("_expr") || kind.hasSuffix("_stmt") || isPattern {
                kinds.insert(kind)
            }
        }
        return kinds
    }

    private static func isKnown(_ kind: String) -> Bool {
        // Some are from before types were checked: errors.
        Lowering.ruled.contains(kind) || Lowering.closed.contains(kind)
            || kind.hasPrefix("unresolved_") || kind.hasPrefix("overloaded_")
    }

    /// Names of messages, keys and declarations that look like one of a kind.
    private static let noKinds = Set(
        """
        annot_primary_expr appending_expr attr_expr cannot_jump_in_single_value_stmt cond_expr
        const_unsupported_type_expr continue_not_in_this_stmt convert_element_expr
        cxx_construct_expr data_invocation_expr do_while_expected_separate_stmt
        effect_marker_on_single_value_stmt element_expr else_expr else_stmt empty_switch_stmt
        expected_case_where_expr expected_catch_where_expr expected_expr
        expected_foreach_where_expr expected_identifier_after_dot_expr
        expected_identifier_after_super_dot_expr expected_macro_expansion_expr
        expected_rbrace_in_brace_stmt expected_rsquare_array_expr expected_stmt
        expected_switch_expr expr_keypath_expected_expr expr_selector_expected_method_expr
        expr_selector_expected_property_expr from_expr function_expr has_symbol_expected_expr
        has_symbol_invalid_expr illegal_semi_stmt illegal_top_level_expr illegal_top_level_stmt
        invalid_c_function_pointer_conversion_expr invalid_differentiable_function_conversion_expr
        invalid_label_on_stmt is_stmt match_expr original_expr out_of_place_then_stmt
        pack_ref_expr pattern_binding_decl pattern_binds_no_variables pattern_conformances
        pattern_does_not_conform_to_match pattern_entries pattern_in_expr pattern_substitutions
        pattern_type pattern_type_access pattern_type_access_inferred
        pattern_type_access_inferred_warn pattern_type_access_warn pattern_type_mismatch_context
        pattern_type_not_usable_from_inline pattern_type_not_usable_from_inline_frozen
        pattern_type_not_usable_from_inline_inferred
        pattern_type_not_usable_from_inline_inferred_frozen
        pattern_type_not_usable_from_inline_inferred_warn pattern_type_not_usable_from_inline_warn
        result_expr semantic_expr sub_expr subject_expr super_invalid_parent_expr symbol_expr
        then_expr try_must_come_after_stmt try_on_stmt unreachable_code_after_stmt where_expr
        """.split { $0.isWhitespace }.map(String.init)
    )
}
