// SPDX-License-Identifier: MIT

public import Foundation

/// A starship, as SWAPI describes one.
public struct Starship: Hashable, Sendable, Decodable {
    /// The common name, such as `Millennium Falcon`.
    public let name: String

    /// The official name of the model, such as `YT-1300 light freighter`.
    public let model: String

    /// The builder; several builders are separated by commas.
    public let manufacturer: String

    /// The price of a new one in galactic credits.
    public let costInCredits: Quantity

    /// The length in metres.
    public let length: Quantity

    /// The greatest speed in an atmosphere; `n/a` for those that cannot enter one.
    public let maxAtmospheringSpeed: Quantity

    /// The number of people needed to run it.
    public let crew: Quantity

    /// The number of passengers besides the crew.
    public let passengers: Quantity

    /// The cargo capacity in kilograms.
    public let cargoCapacity: Quantity

    /// The flight time without new supplies, such as `2 months`.
    public let consumables: String

    /// The class of the hyperdrive: less is faster.
    public let hyperdriveRating: Quantity

    /// The speed in megalights per hour.
    public let megalightsPerHour: Quantity

    /// The class, such as `Starfighter`.
    public let starshipClass: String

    /// The people who have piloted it, by their `url`.
    public let pilots: [URL]

    /// The name of this starship among all resources.
    public let url: URL

    private enum CodingKeys: String, CodingKey {
        case name, model, manufacturer, length, crew, passengers, consumables, pilots, url
        case costInCredits = "cost_in_credits"
        case maxAtmospheringSpeed = "max_atmosphering_speed"
        case cargoCapacity = "cargo_capacity"
        case hyperdriveRating = "hyperdrive_rating"
        case megalightsPerHour = "MGLT"
        case starshipClass = "starship_class"
    }
}
