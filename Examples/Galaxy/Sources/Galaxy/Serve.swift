// SPDX-License-Identifier: MIT

import ArgumentParser
import Foundation
import Mortise
import MortiseConfiguration
import MortiseServices

/// `galaxy serve`.
struct Serve: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Serve until a signal comes.",
        discussion: """
            Prints its port as a line of JSON when it listens.

            Exit status: 0 after one signal, 1 after a failure or a second signal, 2 if settings are missing.
            """
    )

    @OptionGroup var options: Options

    @Option(help: "How many seconds requests have to end after a signal.")
    var grace = 20.0

    func run() async throws {
        let world = options.world
        do {
            try await Composition.app(world).runServices(
                logger: world.logger,
                gracePeriod: .seconds(grace),
                cancellationPeriod: .seconds(2),
                closeDeadline: .seconds(5)
            )
        } catch {
            Complaint(error).end()
        }
    }
}
