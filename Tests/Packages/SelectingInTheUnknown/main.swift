// SPDX-License-Identifier: MIT

import Mortise

protocol API: Sendable {}

// Any container may be given.
func choose(in containers: [Container]) throws {
    for container in containers { try container.select("live", for: (any API).self) }
}
try choose(in: CommandLine.arguments.map { _ in Container() })
