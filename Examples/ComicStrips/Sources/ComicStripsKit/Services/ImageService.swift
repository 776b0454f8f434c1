// SPDX-License-Identifier: MIT

import Foundation

/// Provides the pictures.
package protocol ImageService: AnyObject {
    /// The picture of a strip.
    func picture(of strip: Strip) throws -> Picture
}

/// Fetches each picture once.
final class CachingImageService: ImageService {
    private let transport: any Transport
    private let baseURL: URL
    private var cache: [String: Picture] = [:]

    init(transport: any Transport, baseURL: URL) {
        self.transport = transport
        self.baseURL = baseURL
    }

    func picture(of strip: Strip) throws -> Picture {
        if let picture = cache[strip.image] { return picture }
        let body = try transport.body(from: baseURL.appending(path: strip.image))
        guard let text = String(data: body, encoding: .utf8) else {
            throw ComicStripsError.malformed(strip.image)
        }
        let picture = Picture(lines: text.split(separator: "\n").map(String.init))
        cache[strip.image] = picture
        return picture
    }
}
