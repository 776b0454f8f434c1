// SPDX-License-Identifier: MIT

import Measuring
import Scenarios

/// The cost of a graph of many keyed objects, against a dictionary filled by hand and against half as many,
/// and the memory left by graphs with new keys.
struct KeysContest: Sendable {
    static let all = [
        KeysContest(name: "keysEasydi", words: "by EasyDi's vocabulary", KeyedByEasyDi.self),
        KeysContest(name: "keysAssembly", words: "by an assembly", KeyedByAssembly.self),
    ]

    let name: String
    private let words: String
    private let objects: any (KeyedObjects & SendableMetatype).Type

    var growthName: String { "\(name)Growth" }
    var bytesName: String { "\(name)Bytes" }
    var names: [String] { [name, growthName, bytesName] }

    init(name: String, words: String, _ objects: any (KeyedObjects & SendableMetatype).Type) {
        self.name = name
        self.words = words
        self.objects = objects
    }

    /// Measures graphs of `few` and of twice as many objects: the first graph of a container, and later ones.
    ///
    /// - Parameters:
    ///   - rounds: The number of rounds.
    ///   - few: The number of objects in the smaller graph.
    ///   - graphs: The number of graphs in the measurement of memory.
    /// - Returns: The worse figures of the first graph and of later ones, and the bytes that a graph leaves.
    /// - Throws: ``ResultsLost``.
    func measure(rounds: Int = 15, few: Int = 4_000, graphs: Int = 10_000) throws -> [Row] {
        var byHand = Samples()
        var first = Figures()
        var later = Figures()
        for _ in 0..<rounds {
            let manual = try time(KeyedByHand(), few)
            byHand.add(manual)
            let (small, large) = (objects.init(), objects.init())
            first.add(few: try time(small, few), many: try time(large, 2 * few), byHand: manual)
            later.add(few: try time(small, few), many: try time(large, 2 * few), byHand: manual)
        }
        let worse = first.ratio.median > later.ratio.median ? first : later
        let summary = "a graph of \(few) keyed objects, each asked for twice, \(words)"
        func row(_ name: String, _ summary: String, _ figure: Double, _ unit: Row.Unit) -> Row {
            Row(
                name: name,
                summary: summary,
                figure: figure,
                spread: worse.ratio.spread,
                unit: unit,
                nanoseconds: worse.times.median / Double(few),
                handWiredNanoseconds: byHand.median / Double(few)
            )
        }
        return [
            row(name, summary, worse.ratio.median, .ratio),
            row(
                growthName,
                "\(2 * few) of them against \(few)",
                max(first.growth.median, later.growth.median),
                .ratio
            ),
            row(
                bytesName,
                "what a graph of an object with a new key leaves, \(words)",
                try bytes(after: graphs),
                .bytes
            ),
        ]
    }

    /// The bytes left by each of many graphs with new keys.
    private func bytes(after graphs: Int) throws -> Double {
        let objects = objects.init()
        for number in 0..<100 { _ = objects.build(1, from: number) }
        let before = Heap.bytesInUse
        for number in 0..<graphs { _ = objects.build(1, from: 1_000_000 + number) }
        return Double(Heap.bytesInUse - before) / Double(graphs)
    }

    private func time(_ objects: any KeyedObjects, _ count: Int) throws -> Double {
        let start = Clocks.thread
        let same = objects.build(count, from: 0)
        let end = Clocks.thread
        guard same == count else {
            throw ScenarioFailure("\(name): \(same) of \(count) objects were the same")
        }
        return Double(end - start)
    }

    /// Each round computes ratios: absolute times drift from round to round.
    private struct Figures {
        var times = Samples()
        var ratio = Samples()
        var growth = Samples()

        mutating func add(few: Double, many: Double, byHand: Double) {
            times.add(few)
            ratio.add(few / byHand)
            growth.add(many / few)
        }
    }
}
