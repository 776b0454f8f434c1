// SPDX-License-Identifier: MIT

import ArgumentParser
import Hummingbird
import Mortise

/// `galaxy routes`.
struct Routes: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "List all routes.")

    @OptionGroup var options: Options

    func run() {
        let app = Composition.app(options.world)
        for route in Composition.router(app).routes.map(\.description).sorted() { print(route) }
    }
}
