// SPDX-License-Identifier: MIT

public import Foundation

/// Turns the bytes of a page into values, and decoding errors into one readable line.
public struct PageDecoder: Sendable {
    /// Creates a decoder.
    public init() {}

    /// Decodes one page.
    ///
    /// - Parameters:
    ///   - data: The bytes of the page.
    ///   - origin: Where the bytes come from, for the error message.
    /// - Returns: The page.
    /// - Throws: ``StarWarsError`` that names the first element that is wrong.
    public func page<Element>(from data: Data, of origin: URL) throws -> Page<Element> {
        do {
            return try JSONDecoder().decode(Page<Element>.self, from: data)
        } catch let error as DecodingError {
            throw StarWarsError(.malformed, at: origin.absoluteString, description(of: error))
        }
    }

    private func description(of error: DecodingError) -> String {
        switch error {
        case .keyNotFound(let key, let context):
            "\(path(context.codingPath + [key])) is missing"
        case .valueNotFound(_, let context):
            "\(path(context.codingPath)) is null"
        case .typeMismatch(let type, let context):
            "\(path(context.codingPath)) is not of type \(type)"
        case .dataCorrupted(let context) where !context.codingPath.isEmpty:
            "\(path(context.codingPath)) is not valid"
        default:
            "this is not JSON"
        }
    }

    private func path(_ keys: [any CodingKey]) -> String {
        guard !keys.isEmpty else { return "the page" }
        let parts = keys.map { key in key.intValue.map { "[\($0)]" } ?? ".\(key.stringValue)" }
        return String(parts.joined().trimmingPrefix("."))
    }
}
