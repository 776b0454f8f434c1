// SPDX-License-Identifier: MIT

public import Foundation

/// One page of a SWAPI list.
public struct Page<Element: Decodable & Sendable>: Decodable, Sendable {
    /// How many elements all pages have together.
    public let count: Int

    /// Where the next page is, or `nil` on the last one.
    public let next: URL?

    /// The elements of this page.
    public let results: [Element]
}
