// SPDX-License-Identifier: MIT

/// Tells open pages what happened.
package protocol Announcing: Sendable {
    func announce(_ event: GalaxyEvent)
}
