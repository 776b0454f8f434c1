// SPDX-License-Identifier: MIT

import Configuration
import Mortise
import MortiseConfiguration
import MortiseGraph
import ObservedSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct `Following the configuration` {
    private let provider = MutableInMemoryProvider(initialValues: [
        "galaxy.flags.limit": 1, "galaxy.other": 1,
    ])
    private let reports = Reports()

    private var app: Container {
        Container {
            $0.configure(with: [provider], file: "Galaxy/Wiring.swift", line: 1) {
                $0.bindReloading(
                    FeatureFlags.self,
                    at: "galaxy.flags",
                    file: "Galaxy/Wiring.swift",
                    line: 2
                ) { [reports] in reports.add($0) }
            }
            $0.register(.singleton, file: "Galaxy/Wiring.swift", line: 3) { Limiter(flags: $0) }
        }
    }

    private func setLimit(_ limit: Int) { provider.setValue(limit.value, forKey: limitKey) }

    @Test func `a resolve gives what was read last`() async throws {
        let app = app
        try app.bootstrap()
        #expect(try app.resolve(FeatureFlags.self).limit == 1)

        setLimit(2)
        await eventually { (try? app.resolve(FeatureFlags.self).limit) == 2 }

        #expect(try app.resolve(FeatureFlags.self).limit == 2)
        try await app.close()
    }

    @Test func `values(of:) gives one after every change`() async throws {
        let app = app
        try app.bootstrap()
        var values = app.values(of: FeatureFlags.self).makeAsyncIterator()

        #expect(try await values.next()?.limit == 1)
        setLimit(2)
        #expect(try await values.next()?.limit == 2)
        setLimit(3)
        #expect(try await values.next()?.limit == 3)
        try await app.close()
        #expect(try await values.next() == nil)
    }

    @Test func `an observed property follows`() async throws {
        let app = app
        try app.bootstrap()
        let flags = Observed<FeatureFlags>(in: app)
        #expect(flags.wrappedValue.limit == 1)

        setLimit(2)
        await eventually { flags.wrappedValue.limit == 2 }

        #expect(flags.wrappedValue.limit == 2)
        try await app.close()
    }

    @Test func `a provider follows, and a singleton that took the structure does not`() async throws
    {
        let app = app
        try app.bootstrap()
        let limiter: Limiter = try app.resolve()
        let flags = app.provider(of: FeatureFlags.self)

        setLimit(2)
        await eventually { (try? flags().limit) == 2 }

        #expect(try flags().limit == 2)
        #expect(limiter.flags.limit == 1)
        try await app.close()
    }

    @Test func `a malformed reload keeps the last good one, and is reported`() async throws {
        let app = app
        try app.bootstrap()

        provider.setValue("abc", forKey: limitKey)
        await eventually { reports.tally.count == 1 }
        #expect(try app.resolve(FeatureFlags.self).limit == 1)
        #expect(
            await reports.all.map(\.description) == [
                """
                [configuration-reload-failed] The configuration changed, and FeatureFlags cannot be \
                read any longer
                  galaxy.flags.limit  not readable (int): MutableInMemoryProvider: Config value for key \
                'galaxy.flags.limit' failed to convert to type int.
                    read by    FeatureFlags  Galaxy/Wiring.swift:2
                    needed by  Limiter  Galaxy/Wiring.swift:3
                  hint: what was read before stays until the configuration is good again
                """
            ]
        )

        setLimit(5)
        await eventually { (try? app.resolve(FeatureFlags.self).limit) == 5 }
        #expect(try app.resolve(FeatureFlags.self).limit == 5)
        try await app.close()
        #expect(reports.tally.count == 1)
    }

    @Test func `a change of other keys tells nobody`() async throws {
        let app = app
        try app.bootstrap()
        let tally = Tally()
        let following = Task {
            for try await _ in app.values(of: FeatureFlags.self) { tally.next() }
        }
        await eventually { tally.count > 0 }
        // The following may have begun with a change.
        await aWhile()
        let before = tally.count

        for number in 2...50 { provider.setValue(number.value, forKey: "galaxy.other") }
        await aWhile()
        #expect(tally.count == before)
        setLimit(2)
        await eventually { tally.count > before }
        try await app.close()
        try await following.value

        #expect(tally.count == before + 1)
    }

    @Test func `an overlay replaces a reloading structure`() async throws {
        let app = app
        try app.bootstrap()
        let test = app.overriding {
            $0.register(.singleton) { FeatureFlags(isBeta: true, limit: 99) }.replacing()
        }

        #expect(try test.resolve(FeatureFlags.self).limit == 99)
        #expect(try test.resolve(Limiter.self).flags.limit == 99)
        setLimit(2)
        await eventually { (try? app.resolve(FeatureFlags.self).limit) == 2 }

        #expect(try test.resolve(FeatureFlags.self).limit == 99)
        try await test.close()
        try await app.close()
    }

    @Test func `an overlay that replaces nothing of it follows, too`() async throws {
        let app = app
        try app.bootstrap()
        let test = app.overriding()
        var values = test.values(of: FeatureFlags.self).makeAsyncIterator()

        #expect(try await values.next()?.limit == 1)
        setLimit(2)
        #expect(try await values.next()?.limit == 2)
        try await test.close()
        try await app.close()
    }

    @Test func `following begins without bootstrap, at the first resolve`() async throws {
        let app = app
        #expect(try app.resolve(FeatureFlags.self).limit == 1)

        setLimit(2)
        await eventually { (try? app.resolve(FeatureFlags.self).limit) == 2 }

        #expect(try app.resolve(FeatureFlags.self).limit == 2)
        try await app.close()
    }

    @Test func `two structures of one call change together`() async throws {
        let provider = MutableInMemoryProvider(initialValues: ["pair.limit": 0])
        let app = Container {
            $0.configure(with: [provider]) {
                $0.bindReloading(FeatureFlags.self, at: "pair", tag: "left") { _ in }
                $0.bindReloading(FeatureFlags.self, at: "pair", tag: "right") { _ in }
            }
        }
        try app.bootstrap()

        provider.setValue(7, forKey: "pair.limit")
        await eventually { (try? app.resolve(FeatureFlags.self, tag: "right").limit) == 7 }

        #expect(try app.resolve(FeatureFlags.self, tag: "left").limit == 7)
        #expect(try app.resolve(FeatureFlags.self, tag: "right").limit == 7)
        try await app.close()
    }

    @Test func `calls at one place are followed each for itself`() async throws {
        let app = Container()
        for key in ["left", "right"] as [ConfigKey] {
            app.configure(with: [provider]) {
                $0.bindReloading(FeatureFlags.self, at: key, tag: "\(key)") { _ in }
            }
        }
        provider.setValue(1, forKey: "left.limit")
        provider.setValue(1, forKey: "right.limit")
        try app.bootstrap()

        provider.setValue(2, forKey: "left.limit")
        provider.setValue(3, forKey: "right.limit")
        await eventually {
            (try? app.resolve(FeatureFlags.self, tag: "left").limit) == 2
                && (try? app.resolve(FeatureFlags.self, tag: "right").limit) == 3
        }

        #expect(try app.resolve(FeatureFlags.self, tag: "left").limit == 2)
        #expect(try app.resolve(FeatureFlags.self, tag: "right").limit == 3)
        try await app.close()
    }

    @Test func `readers see each structure whole, and the last one in the end`() async throws {
        let pairs = MutableInMemoryProvider(initialValues: [
            "pair.both": ConfigValue(.intArray([0, 0]), isSecret: false)
        ])
        let app = Container {
            $0.configure(with: [pairs]) {
                $0.bindReloading(Pair.self, at: "pair") { _ in }
            }
        }
        try app.bootstrap()
        let torn = Tally()
        let backwards = Tally()
        let last = 2_000

        await withTaskGroup { tasks in
            for _ in 0..<4 {
                tasks.addTask {
                    var seen = 0
                    while seen < last {
                        guard let pair = try? app.resolve(Pair.self) else { continue }
                        if pair.left != pair.right { torn.next() }
                        if pair.left < seen { backwards.next() }
                        seen = pair.left
                        await Task.yield()
                    }
                }
            }
            tasks.addTask {
                for number in 1...last {
                    pairs.setValue(
                        ConfigValue(.intArray([number, number]), isSecret: false),
                        forKey: "pair.both"
                    )
                    await Task.yield()
                }
            }
        }

        #expect(torn.count == 0)
        #expect(backwards.count == 0)
        try await app.close()
    }

    @Test func `closing waits for a reload, and none begins afterwards`() async throws {
        for _ in 0..<50 {
            let provider = MutableInMemoryProvider(initialValues: ["flags.limit": 1])
            let reads = Tally()
            let app = Container {
                $0.configure(with: [provider], reporter: Counting(tally: reads)) {
                    $0.bindReloading(FeatureFlags.self, at: "flags") { _ in }
                }
            }
            try app.bootstrap()
            let changing = Task {
                for number in 2...200 { provider.setValue(number.value, forKey: "flags.limit") }
            }
            await Task.yield()
            try await app.close()
            let count = reads.count
            await changing.value
            provider.setValue(1000, forKey: "flags.limit")
            await Task.yield()

            #expect(reads.count == count)
        }
    }

    @Test func `a container that is dropped no longer follows`() async throws {
        let reads = Tally()
        weak var released: Container?
        do {
            let app = Container {
                $0.configure(with: [provider], reporter: Counting(tally: reads)) {
                    $0.bindReloading(FeatureFlags.self, at: "galaxy.flags") { _ in }
                }
            }
            released = app
            try app.bootstrap()
            let count = reads.count
            setLimit(2)
            await eventually { reads.count > count }
        }
        await aWhile()
        let count = reads.count
        setLimit(3)
        await aWhile()

        #expect(released == nil)
        #expect(reads.count == count)
    }
}

private let limitKey: AbsoluteConfigKey = "galaxy.flags.limit"

extension Int {
    var value: ConfigValue { ConfigValue(.int(self), isSecret: false) }
}

private final class Limiter: Sendable {
    let flags: FeatureFlags
    init(flags: FeatureFlags) { self.flags = flags }
}

private struct Pair: ConfigBound {
    let left: Int
    let right: Int

    init(from reader: ConfigReader) throws {
        let both = try reader.requiredIntArray(forKey: "both")
        left = both[0]
        right = both.count > 1 ? try reader.requiredIntArray(forKey: "both")[1] : 0
    }
}
