// SPDX-License-Identifier: MIT

public import Foundation

/// A person, as SWAPI describes one.
public struct Person: Hashable, Sendable, Decodable {
    /// The full name.
    public let name: String

    /// The height in centimetres.
    public let height: Quantity

    /// The mass in kilograms.
    public let mass: Quantity

    /// The hair color, `none`, or `n/a` for those who cannot have hair.
    public let hairColor: String

    /// The skin color.
    public let skinColor: String

    /// The eye color.
    public let eyeColor: String

    /// The year of birth, counted from the Battle of Yavin, such as `19BBY`.
    public let birthYear: String

    /// The gender, or `n/a` for those who have none.
    public let gender: String

    /// The starships this person has piloted, by their `url`.
    public let starships: [URL]

    /// The name of this person among all resources.
    public let url: URL

    private enum CodingKeys: String, CodingKey {
        case name, height, mass, gender, starships, url
        case hairColor = "hair_color"
        case skinColor = "skin_color"
        case eyeColor = "eye_color"
        case birthYear = "birth_year"
    }
}
