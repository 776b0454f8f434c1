// SPDX-License-Identifier: MIT

import Foundation

/// Serves the paths that its arguments name.
@main struct Server {
    static func main() async throws {
        let options: Options
        do {
            options = try Options(Array(CommandLine.arguments.dropFirst()))
        } catch let error as UsageError {
            print(error)
            exit(64)
        }
        try await Application(options).run()
    }
}
