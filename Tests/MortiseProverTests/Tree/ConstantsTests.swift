// SPDX-License-Identifier: MIT

import MortiseProver
import Testing

@Suite("A file of a package that cannot name containers")
struct ConstantsTests {
    @Test("keeps the values of constants, and nothing that runs otherwise")
    func constants() throws {
        let file = try Toolchain.model(
            """
            enum Mode: String { case plain, loud }
            struct Limits {
                static let most = 5
                static var least: Int { 1 }
                nonisolated(unsafe) static var changes = 2
                var tag: String { "a" }
                func run() -> Int { Self.most }
            }
            let global = "x"
            func free() {}
            """
        )
        let lines = ModelText.text(of: file.constants).split(separator: "\n").map(String.init)
        for line in [
            "enumeration Mode [plain = \"plain\", loud = \"loud\"] stored 0",
            "static let Limits.most: Int = 5",
            "static let Limits.least: Int get",
            // Somebody may assign it.
            "static let Limits.changes: Int get set",
            "let Limits.tag: String get",
            "let global: String = \"x\"",
        ] {
            #expect(lines.contains(line), "\(line)")
        }
        #expect(file.constants.functions.filter { !$0.isImplicit }.map(\.name) == ["least"])
        #expect(!lines.contains { $0.contains("structure") })
    }
}
