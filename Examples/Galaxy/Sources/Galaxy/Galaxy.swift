// SPDX-License-Identifier: MIT

import ArgumentParser

/// `galaxy`.
@main struct Galaxy: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "galaxy",
        abstract: "Serves Star Wars data.",
        discussion: """
            Settings are read from the environment, such as GALAXY_HTTP_PORT and GALAXY_DATA_FOLDER.
            """,
        subcommands: [Serve.self, Check.self, Routes.self, Drawing.self]
    )
}
