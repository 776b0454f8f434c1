// SPDX-License-Identifier: MIT

/// What the scope of an import is for.
package struct JobRecord: Hashable, Sendable {
    package let id: Int

    package init(id: Int) { self.id = id }
}
