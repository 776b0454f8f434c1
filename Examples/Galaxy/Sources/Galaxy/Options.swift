// SPDX-License-Identifier: MIT

import ArgumentParser
import Configuration

/// What all commands take.
struct Options: ParsableArguments {
    @Option(help: "The port. With 0, the system chooses one.")
    var port: Int?

    @Option(help: "The folder for everything that is stored.", completion: .directory)
    var data: String?

    @Flag(help: "Without the settings that suit a developer. All others must be set.")
    var production = false

    var world: World {
        var values: [AbsoluteConfigKey: ConfigValue] = [:]
        if let port { values["galaxy.http.port"] = ConfigValue(integerLiteral: port) }
        if let data { values["galaxy.data.folder"] = ConfigValue(stringLiteral: data) }
        return World(values, isProduction: production)
    }
}
