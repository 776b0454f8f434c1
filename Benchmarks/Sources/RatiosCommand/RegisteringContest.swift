// SPDX-License-Identifier: MIT

import Measuring
import Mortise
import Scenarios

/// The cost of registering one definition among ten thousand of different types.
struct RegisteringContest {
    static let timeName = "registerNanoseconds"
    static let bytesName = "registerBytes"

    private var times = Samples()
    private var bytes = Samples()

    init() {
        // The first round makes the runtime create the types themselves.
        TenThousandTypes.register(in: Container())
    }

    mutating func round() {
        let container = Container()
        let bytesBefore = Heap.bytesInUse
        let start = Clocks.thread
        TenThousandTypes.register(in: container)
        let end = Clocks.thread
        let bytesAfter = Heap.bytesInUse
        withExtendedLifetime(container) {}
        let count = Double(TenThousandTypes.count)
        times.add(Double(end - start) / count)
        bytes.add(Double(bytesAfter - bytesBefore) / count)
    }

    var rows: [Row] {
        [
            row(Self.timeName, "registering 1 of 10 000 definitions", times, .nanoseconds),
            row(Self.bytesName, "heap of 1 of 10 000 definitions", bytes, .bytes),
        ]
    }

    /// Hand-wired code registers nothing, so there is no ratio.
    private func row(_ name: String, _ summary: String, _ figures: Samples, _ unit: Row.Unit) -> Row
    {
        Row(
            name: name,
            summary: summary,
            figure: figures.median,
            spread: figures.spread,
            unit: unit,
            nanoseconds: times.median,
            handWiredNanoseconds: 0
        )
    }
}
