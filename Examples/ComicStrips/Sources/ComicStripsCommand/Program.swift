// SPDX-License-Identifier: MIT

import ComicStripsKit
import MortiseEasyDi

/// Plays the part of the framework: makes the screens, has them completed, and shows them.
struct Program {
    static let usage = "usage: comicstrips [NUMBER]"

    let context: DIContext

    /// What the reader sees: the feed, or the strip whose number is the argument.
    ///
    /// - Returns: `nil` if the arguments make no sense.
    func lines(for arguments: [String]) -> [String]? {
        guard let argument = arguments.first else { return feed }
        guard arguments.count == 1, let number = Int(argument) else { return nil }
        return strip(number)
    }

    private var feed: [String] {
        let screen = FeedScreen()
        FeedAssembly.instance(from: context).inject(into: screen)
        screen.appear()
        return screen.lines
    }

    private func strip(_ number: Int) -> [String] {
        let screen = StripScreen()
        StripAssembly.instance(from: context).inject(into: screen, number: number)
        screen.appear()
        return screen.lines
    }
}
