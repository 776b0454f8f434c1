// SPDX-License-Identifier: MIT

import Foundation
import MortiseEasyDi

@main
struct ComicStrips {
    static func main() throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        guard let lines = Program(context: .defaultInstance).lines(for: arguments) else {
            try FileHandle.standardError.write(contentsOf: Data("\(Program.usage)\n".utf8))
            exit(64)
        }
        print(lines.joined(separator: "\n"))
    }
}
