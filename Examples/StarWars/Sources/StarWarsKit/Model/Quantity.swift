// SPDX-License-Identifier: MIT

import Foundation

/// A measured value the way SWAPI writes it: always text, and not always a number.
///
/// ```swift
/// Quantity("1,358").value      // 1358
/// Quantity("1000km").value     // 1000
/// Quantity("unknown").value    // nil
/// Quantity("30-165").value     // nil: a range is not one number
/// ```
public struct Quantity: Hashable, Sendable {
    /// The text of the source, untouched.
    public let text: String

    /// The number in the text, or `nil` when it does not hold exactly one.
    public var value: Double? {
        let plain = text.replacing(",", with: "")
        let digits = plain.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
        let unit = plain.dropFirst(digits.count)
        return unit.allSatisfy(\.isLetter) ? Double(digits) : nil
    }

    /// Creates a quantity from the text of a source.
    ///
    /// - Parameter text: A number such as `1,358`, or a word such as `unknown` or `n/a`.
    public init(_ text: String) {
        self.text = text
    }
}

extension Quantity: Decodable {
    /// Reads the quantity from a JSON string.
    ///
    /// - Parameter decoder: Where the string is read from.
    /// - Throws: When the value is not a string.
    public init(from decoder: any Decoder) throws {
        text = try decoder.singleValueContainer().decode(String.self)
    }
}
