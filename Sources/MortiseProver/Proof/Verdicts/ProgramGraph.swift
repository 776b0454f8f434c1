// SPDX-License-Identifier: MIT

package import MortiseGraph

/// The containers of a program as one graph, as they are at its end.
package struct ProgramGraph: Sendable {
    /// The module whose code begins by itself; empty if the program is what nothing begins.
    package let module: String
    package let graph: Graph
    /// What is not known, so that something may be missing in the graph, with the places.
    package let gaps: [String]
    /// What code outside of factories asks for, by the index of the container that it asks.
    package let requests: [Int: [Graph.Request]]

    /// The graph of each program of a package.
    ///
    /// - Parameters:
    ///   - package: The code that was read.
    ///   - texts: The texts of its files.
    ///   - deadline: When it ends.
    /// - Returns: The graphs, in the order of their modules.
    package static func all(
        of package: Program,
        _ texts: some SourceTexts,
        until deadline: ContinuousClock.Instant
    ) -> [ProgramGraph] {
        package.programs.filter(\.asksContainers).map { program in
            let judge = Judge(
                program,
                until: deadline,
                site: { program.site($0, texts) },
                isFirst: { texts.isFirst($0) }
            )
            let gaps = judge.gaps.map { gap in
                let place = texts.place(gap.place)
                return "\(place.path):\(place.line):\(place.column): \(gap.reason)"
            }
            return ProgramGraph(
                module: program.main ?? program.modules.min() ?? "",
                graph: judge.graph(),
                gaps: ([judge.limit].compactMap { $0 } + gaps).uniqued,
                requests: judge.requests
            )
        }
    }
}

extension Judge {
    /// All containers that the program makes.
    ///
    /// What is registered on some ways only is in it, too.
    fileprivate func graph() -> Graph {
        guard let first = order.first else { return Graph([]) }
        var choice: [SlotName: Entry] = [:]
        for (origin, container) in round.containers {
            for key in container.order {
                choice[SlotName(origin: origin, key: key)] = container[key]?.options.first
            }
        }
        return maker(from: first, choice: choice, of: order).graph()
    }

    /// The containers, in an order that is always the same: that of the graph.
    var order: [Origin] {
        round.containers.sorted {
            ($0.value.place, $0.key) < ($1.value.place, $1.key)
        }.map(\.key)
    }

    /// What is asked of each container of the graph, in the order of the places.
    fileprivate var requests: [Int: [Graph.Request]] {
        let numbers = Dictionary(uniqueKeysWithValues: order.enumerated().map { ($1, $0) })
        var requests: [Int: [Graph.Request]] = [:]
        for visit in round.visits.sorted(by: { $0.place < $1.place }) {
            guard visit.need.selecting == nil, let number = numbers[visit.container]
            else { continue }
            let dependency = visit.need.dependency(inheriting: nil)
            let request = Graph.Request(dependency, lane: visit.need.lane, at: site(visit.place))
            requests[number, default: []].append(request)
        }
        return requests.mapValues(\.uniqued)
    }

    /// What is not known of the containers, and of their definitions.
    fileprivate var gaps: [Gap] {
        order.compactMap { round.containers[$0] }.flatMap { gaps(of: $0) }
    }
}
