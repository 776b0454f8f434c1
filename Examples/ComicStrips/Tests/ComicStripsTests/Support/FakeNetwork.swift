// SPDX-License-Identifier: MIT

import ComicStripsKit
import Foundation
import MortiseEasyDi

/// A server whose answers the test chooses.
final class FakeNetwork: Transport {
    private static let address = URL(filePath: "/server")

    /// The answers, by path; 404 for all other paths.
    var answers: [String: Response] = [:]
    /// The requested paths.
    private(set) var requests: [String] = []

    /// A server with some strips, each with a picture.
    init(strips titles: String...) {
        let numbers = titles.indices.map { $0 + 1 }
        answer("feed.json", "\(numbers)")
        for (number, title) in zip(numbers, titles) {
            answer(
                "strips/\(number).json",
                """
                {"number": \(number), "title": "\(title)", "caption": "Caption \(number)",
                 "image": "images/\(number).txt"}
                """
            )
            answer("images/\(number).txt", "Picture \(number)")
        }
    }

    func answer(_ path: String, status: Int = 200, _ body: String = "") {
        answers[path] = Response(status: status, body: Data(body.utf8))
    }

    func response(from url: URL) -> Response {
        let path = String(url.path.trimmingPrefix("\(Self.address.path)/"))
        requests.append(path)
        return answers[path] ?? Response(status: 404, body: Data())
    }

    /// Replaces the network in one context.
    func substitute(in context: DIContext) {
        let services = ServiceAssembly.instance(from: context)
        // The closure runs for each request, so the server is made before.
        services.addSubstitution(for: "transport") { self as any Transport }
        services.addSubstitution(for: "baseURL") { Self.address }
    }
}

extension DIContext {
    /// A feed screen, completed.
    var feedScreen: FeedScreen {
        let screen = FeedScreen()
        FeedAssembly.instance(from: self).inject(into: screen)
        return screen
    }

    /// The screen of a strip, completed.
    func stripScreen(_ number: Int) -> StripScreen {
        StripAssembly.instance(from: self).screen(number: number)
    }
}
