// SPDX-License-Identifier: MIT

import GalaxyWeb
import Mortise
import MortiseGraph

extension Observatory {
    /// Counts what a container tells.
    @Sendable func sees(_ event: ResolutionEvent) {
        switch event.kind {
        case .scopeOpened: opened(event.scopeName)
        case .scopeClosed: closed(event.scopeName)
        case .made(let duration): made("\(event.key)", in: duration)
        default: break
        }
    }
}

extension ResolutionEvent {
    /// The name of the scope that was opened or closed.
    fileprivate var scopeName: String { key.tag.map { "\($0)" } ?? "" }
}
