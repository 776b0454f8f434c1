// SPDX-License-Identifier: MIT

import Mortise
import MortiseGraph
import StarWarsKit
import Synchronization

/// Records a container's builds, with their order and duration.
final class Stopwatch: Sendable {
    private let rows = Mutex<[[String]]>([])
    private let observation = Mutex<ObservationToken?>(nil)

    init(timing container: Container) {
        let observing = container.observe { [weak self] event in
            guard case .made(let duration) = event.kind else { return }
            self?.add(event, duration)
        }
        observation.withLock { $0 = observing }
    }

    /// One line for each instance, after its dependencies.
    var summary: String {
        let table = Table(
            columns: [
                Table.Column("#", alignment: .trailing),
                Table.Column("Built"),
                Table.Column("Lifetime"),
                Table.Column("For"),
                Table.Column("Took, ms", alignment: .trailing),
            ],
            rows: rows.withLock { $0 }
        )
        let text = PlainTablePrinter().text(of: table)
        return text.hasSuffix("\n") ? String(text.dropLast()) : text
    }

    private func add(_ event: ResolutionEvent, _ duration: Duration) {
        rows.withLock { rows in
            rows.append([
                "\(rows.count + 1)",
                event.key.description,
                event.lifetime.description,
                event.requester?.description ?? "the program",
                duration.inMilliseconds,
            ])
        }
    }
}

extension Duration {
    /// The duration with three decimals.
    fileprivate var inMilliseconds: String {
        let microseconds =
            components.seconds * 1_000_000 + components.attoseconds / 1_000_000_000_000
        let fraction = String(microseconds % 1000)
        let zeros = String(repeating: "0", count: 3 - fraction.count)
        return "\(microseconds / 1000).\(zeros)\(fraction)"
    }
}
