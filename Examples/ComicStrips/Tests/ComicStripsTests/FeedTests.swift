// SPDX-License-Identifier: MIT

import ComicStripsKit
import MortiseEasyDi
import Testing

@Suite struct `The feed` {
    // Each test has its own instance of this type, so its own server.
    private let context = DIContext()
    private let network = FakeNetwork(strips: "First", "Second")

    init() { network.substitute(in: context) }

    @Test func `shows the newest strip first`() {
        let screen = context.feedScreen
        screen.appear()
        #expect(screen.lines == ["2  Second", "1  First"])
    }

    @Test func `shows that the server failed, and recovers`() {
        network.answer("feed.json", status: 503)
        let screen = context.feedScreen
        screen.appear()
        #expect(screen.lines == ["feed.json: the server answered 503"])

        network.answer("feed.json", "[2]")
        screen.appear()
        #expect(screen.lines == ["2  Second"])
    }

    @Test(arguments: ["", "{", #"{"number": 2}"#, "[]"])
    func `names the file that is malformed`(body: String) {
        network.answer("strips/2.json", body)
        let screen = context.feedScreen
        screen.appear()
        #expect(screen.lines == ["strips/2.json cannot be read"])
    }

    @Test func `opens the strip of a row`() throws {
        let screen = context.feedScreen
        screen.appear()
        let strip = try #require(screen.select(row: 1))
        strip.appear()
        #expect(strip.lines == ["1  First", "", "Picture 1", "", "Caption 1"])
        #expect(screen.select(row: 2) == nil)
    }

    @Test func `shares one list with its presenter, but none with another screen`() {
        let (screen, other) = (context.feedScreen, context.feedScreen)
        #expect(screen.presenter?.list === screen.list)
        #expect(other.list !== screen.list)

        screen.appear()
        #expect(other.lines == [])
    }

    @Test func `is released with its last reference`() {
        weak var old: FeedScreen?
        do {
            let screen = context.feedScreen
            screen.appear()
            old = screen
        }
        #expect(old == nil)
    }
}
