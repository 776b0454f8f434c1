// SPDX-License-Identifier: MIT

import ComicStripsKit
import MortiseEasyDi

/// Plays the part of the framework: makes the screens, lets assemblies complete them, and shows them.
struct Program {
    static let usage = "usage: comicstrips [NUMBER]"

    let context: DIContext

    /// The text on the screen: the feed, or the strip whose number is the argument.
    ///
    /// - Returns: `nil` for invalid arguments.
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
