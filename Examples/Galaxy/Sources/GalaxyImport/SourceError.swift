// SPDX-License-Identifier: MIT

/// A source that cannot be read.
///
/// It fails an import, and nothing else.
package struct SourceError: Error, CustomStringConvertible, Sendable {
    package let description: String

    package init(description: String) { self.description = description }
}
