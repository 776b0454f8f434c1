// SPDX-License-Identifier: MIT

import Configuration
import Mortise
import MortiseConfiguration
import ObservedSupport

/// A module that binds what its definitions need.
struct Stored: Module {
    let values: [AbsoluteConfigKey: ConfigValue]

    func register(in container: Container) {
        container.configure(with: [InMemoryProvider(values: values)]) {
            $0.bind(DatabaseConfig.self, at: "galaxy.db")
        }
        container.register(.singleton) { Database($0) }
    }
}

struct Counting: AccessReporter {
    var tally = Tally()
    func report(_ event: AccessEvent) { tally.next() }
}
