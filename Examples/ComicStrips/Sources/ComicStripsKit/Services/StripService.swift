// SPDX-License-Identifier: MIT

/// Provides the strips.
package protocol StripService: AnyObject {
    /// The newest strips, the newest first.
    func newest(_ count: Int) throws -> [Strip]

    /// The strip with a number.
    func strip(_ number: Int) throws -> Strip
}

/// Reads `feed.json`, which lists the numbers, and a file for each strip.
final class JSONStripService: StripService {
    private let client: any JSONClient
    private var known: [Int: Strip] = [:]

    init(client: any JSONClient) {
        self.client = client
    }

    func newest(_ count: Int) throws -> [Strip] {
        let numbers: [Int] = try client.value(at: "feed.json")
        return try numbers.sorted(by: >).prefix(count).map(strip)
    }

    func strip(_ number: Int) throws -> Strip {
        if let strip = known[number] { return strip }
        let strip: Strip = try client.value(at: "strips/\(number).json")
        known[number] = strip
        return strip
    }
}
