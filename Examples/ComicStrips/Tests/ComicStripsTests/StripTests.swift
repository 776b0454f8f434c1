// SPDX-License-Identifier: MIT

import ComicStripsKit
import MortiseEasyDi
import Testing

@Suite struct `A strip` {
    private let context = DIContext()
    private let network = FakeNetwork(strips: "First", "Second")

    init() { network.substitute(in: context) }

    @Test func `is shown with its picture`() {
        let screen = context.stripScreen(2)
        screen.appear()
        #expect(screen.lines == ["2  Second", "", "Picture 2", "", "Caption 2"])
    }

    @Test func `is shown without its picture while that is missing`() {
        network.answer("images/1.txt", status: 500)
        let screen = context.stripScreen(1)
        screen.appear()
        #expect(screen.lines == ["1  First", "", "(no picture)", "", "Caption 1"])

        network.answer("images/1.txt", "Late")
        screen.appear()
        #expect(screen.lines.contains("Late"))
    }

    @Test func `that does not exist is not shown`() {
        let screen = context.stripScreen(3)
        screen.appear()
        #expect(screen.lines == ["3.json is not there"])
    }

    @Test func `and its picture are fetched once for all screens`() {
        for screen in [context.stripScreen(1), context.stripScreen(1)] { screen.appear() }
        #expect(network.requests == ["strips/1.json", "images/1.txt"])
    }

    @Test func `belongs to its screen, even if one graph has several`() {
        let pages = Pages.instance(from: context).pages
        for page in pages { page.appear() }
        #expect(pages.map(\.lines.first) == ["1  First", "2  Second"])
    }

    final class Pages: Assembly {
        lazy var strips: StripAssembly = self.context.assembly()
        var pages: [StripScreen] { define(init: [1, 2].map(strips.screen(number:))) }
    }
}
