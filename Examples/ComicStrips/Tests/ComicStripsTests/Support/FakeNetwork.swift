// SPDX-License-Identifier: MIT

import ComicStripsKit
import Foundation
import MortiseEasyDi

/// A server that answers what a test says.
final class FakeNetwork: Transport {
    private static let address = URL(filePath: "/server")

    /// What it answers, by path; 404 to everything else.
    var answers: [String: Response] = [:]
    /// The paths that it was asked for.
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

    /// Takes the place of the network in one context.
    func substitute(in context: DIContext) {
        let services = ServiceAssembly.instance(from: context)
        // Asked for each time, so it is made before.
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
