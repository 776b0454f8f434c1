// SPDX-License-Identifier: MIT

/// What the scope of an import is for.
public struct JobRecord: Hashable, Sendable {
    public let id: Int

    public init(id: Int) { self.id = id }
}
