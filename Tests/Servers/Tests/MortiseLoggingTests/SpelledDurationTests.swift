// SPDX-License-Identifier: MIT

import Testing

@testable import MortiseLogging

@Suite struct `A spelled duration` {
    @Test(arguments: [
        (Duration.zero, "0 ns"), (.nanoseconds(999), "999 ns"), (.nanoseconds(1500), "1.5 µs"),
        (.microseconds(83), "83 µs"), (.milliseconds(83), "83 ms"), (.microseconds(1040), "1 ms"),
        (.milliseconds(2340), "2.3 s"), (.seconds(90), "90 s"),
    ])
    func `has the unit that suits it`(duration: Duration, text: String) {
        #expect(duration.spelled == text)
    }
}
