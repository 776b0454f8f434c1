// SPDX-License-Identifier: MIT

/// Tells open pages what happened.
public protocol Announcing: Sendable {
    func announce(_ event: GalaxyEvent)
}
