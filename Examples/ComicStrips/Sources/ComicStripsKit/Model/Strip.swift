// SPDX-License-Identifier: MIT

/// A comic strip, as described in `strips/*.json`.
package struct Strip: Decodable, Hashable, Sendable {
    package let number: Int
    package let title: String
    /// The text below the picture.
    package let caption: String
    /// The path of the picture, relative to the server's address.
    package let image: String

    package init(number: Int, title: String, caption: String, image: String) {
        self.number = number
        self.title = title
        self.caption = caption
        self.image = image
    }
}
