// SPDX-License-Identifier: MIT

/// A comic strip, as `strips/*.json` tells of it.
package struct Strip: Decodable, Hashable, Sendable {
    package let number: Int
    package let title: String
    /// What is written below the picture.
    package let caption: String
    /// Where the picture is, seen from the server's address.
    package let image: String

    package init(number: Int, title: String, caption: String, image: String) {
        self.number = number
        self.title = title
        self.caption = caption
        self.image = image
    }
}
