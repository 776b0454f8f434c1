// SPDX-License-Identifier: MIT

#if Prover
import ArgumentParser
import Foundation
import MortiseProver

/// `mortise explain`.
struct ExplainCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain",
        abstract: "Explains an error code.",
        discussion: """
            Prints what the documentation says of a code such as missing-binding. Without a code, lists \
            the codes.

            Exit status: 0 it is explained, 3 there is nothing of that name.
            """
    )

    @Argument(
        help: "The code of an error.",
        completion: .list(ErrorPage.all.map(\.code))
    )
    var subject: String?

    func run() throws {
        guard let subject else { return print(ErrorPage.list) }
        if let page = ErrorPage.page(of: subject) { return print(page.text + "\n") }
        let names = ErrorPage.codes(like: subject)
        let hint = names.isEmpty ? "" : ", but: \(names.joined(separator: ", "))"
        throw ProverError("there is no \(subject)\(hint)")
    }

    private func print(_ text: String) {
        FileHandle.standardOutput.write(Data(text.utf8))
    }
}
#endif
