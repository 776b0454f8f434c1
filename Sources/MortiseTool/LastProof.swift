// SPDX-License-Identifier: MIT

#if Prover
import Foundation
import MortiseProver

/// What was said of a target that is proven, kept for the next build.
struct LastProof: Codable {
    private let arguments: [String]
    private let text: String
    private let basis: ReadingBasis

    init(_ text: String, on basis: ReadingBasis) {
        arguments = CommandLine.arguments
        self.text = text
        self.basis = basis
    }

    /// What a file has, if it was asked for in the same way, and still holds.
    static func text(in file: String) -> String? {
        guard let data = FileManager.default.contents(atPath: file),
            let last = try? JSONDecoder().decode(LastProof.self, from: data),
            last.arguments == CommandLine.arguments, last.basis.isThere
        else { return nil }
        return last.text
    }

    /// Writes it, or nothing: the next build would only prove again.
    func write(to file: String) {
        guard let data = try? JSONEncoder().encode(self) else { return }
        try? data.write(to: URL(filePath: file), options: .atomic)
    }
}
#endif
