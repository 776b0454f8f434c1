// SPDX-License-Identifier: MIT

import GalaxyWeb
import Mortise

extension Observatory {
    /// Counts what a container tells.
    @Sendable func sees(_ event: ResolutionEvent) {
        switch event.kind {
        case .scopeOpened: opened("\(event.key)")
        case .scopeClosed: closed("\(event.key)")
        case .made(let duration): made("\(event.key)", in: duration)
        default: break
        }
    }
}
