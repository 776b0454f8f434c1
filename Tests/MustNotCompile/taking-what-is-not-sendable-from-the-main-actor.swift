// SPDX-License-Identifier: MIT

// What others may not share stays on the main actor.

import Mortise

final class Draft {}

func edit(_ container: Container) async throws -> Draft {
    try await container.main.resolve(Draft.self)  // expect: non-Sendable
}
