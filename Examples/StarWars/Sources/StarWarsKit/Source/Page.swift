// SPDX-License-Identifier: MIT

public import Foundation

/// One page of a SWAPI list.
public struct Page<Element: Decodable & Sendable>: Decodable, Sendable {
    /// The number of elements on all pages together.
    public let count: Int

    /// The link to the next page; `nil` on the last one.
    public let next: URL?

    /// The elements of this page.
    public let results: [Element]
}
