// SPDX-License-Identifier: MIT

@_spi(Diagnostics) import Mortise

/// Checks that a condition becomes true soon: tasks take a while to release or close things.
struct EndCheck {
    private let reporter: Reporter
    private let rules: Rules

    init(_ reporter: Reporter, _ rules: Rules) {
        self.reporter = reporter
        self.rules = rules
    }

    func expect(
        _ failure: String,
        _ condition: () -> Bool,
        details: () -> String
    ) async {
        var waited = Duration.zero
        var pause = Duration.microseconds(50)
        while !condition() {
            // Measured by sleeps, not by the clock: the process may be suspended for a while.
            guard waited < .seconds(rules.patience) else {
                return reporter.report("\(failure): \(details())")
            }
            try? await Task.sleep(for: pause)
            waited += pause
            if !rules.checksReclaiming { Self.drop() }
            pause = min(pause * 2, .milliseconds(20))
            reporter.beat()
        }
        reporter.beat()
    }

    /// Retires an object, so that earlier retired objects are checked again.
    private static func drop() {
        let container = Container { $0.register(.singleton) { Leaf() } }
        _ = try? container.resolve(Leaf.self)
        container.reset()
    }

    func expectIdle(_ moment: String) async {
        await expect("the engine is not idle \(moment)") {
            EngineState.summary.isIdle
        } details: {
            "\(EngineState.summary)"
        }
    }
}
