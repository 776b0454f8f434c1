// SPDX-License-Identifier: MIT

/// The command: compares requests that open a scope with a handler that is written by hand.
///
/// It needs no sockets. With `--bars` it fails if a figure misses its bar. With `--serve PORT`, and
/// `--observed`, it is the server that `Benchmarks/Web/served` measures.
@main
enum WebRatios {
    static func main() throws {
        let site = Site()
        // For a profiler: answers requests of one kind, 2 000 in each round, as `--profile /async 100`.
        if let index = CommandLine.arguments.firstIndex(of: "--profile") {
            let path = CommandLine.arguments[index + 1]
            let rounds = CommandLine.arguments.dropFirst(index + 2).first.flatMap { Int($0) }
            var figures = Figures(
                path == "/observed" ? Site(isObserved: true) : site,
                path == "/observed" ? "/scoped" : path
            )
            for _ in 0..<(rounds ?? 100) { try figures.round(times: 2_000) }
            return
        }
        if let index = CommandLine.arguments.firstIndex(of: "--serve") {
            let port = Int(CommandLine.arguments[index + 1]) ?? 0
            let served = Site(isObserved: CommandLine.arguments.contains("--observed"))
            return try Figures.wait(for: Task.detached { try await served.serve(on: port) })
        }
        let observed = Site(isObserved: true)
        var hand = Figures(site, "/hand")
        var unopened = Figures(site, "/unopened")
        var scoped = Figures(site, "/scoped")
        var async = Figures(site, "/async")
        var controller = Figures(site, "/controller")
        var watched = Figures(observed, "/scoped")
        for _ in 0..<40 {
            try hand.round(times: 2_000)
            try unopened.round(times: 2_000)
            try scoped.round(times: 2_000)
            try async.round(times: 2_000)
            try controller.round(times: 2_000)
            try watched.round(times: 2_000)
        }
        for _ in 0..<20 {
            try hand.contest(times: 10_000)
            try scoped.contest(times: 10_000)
        }

        for (name, figures) in [
            ("by hand", hand), ("unopened", unopened), ("scoped", scoped), ("async", async),
            ("controller", controller), ("observed", watched),
        ] {
            print(
                "\(name): \(rounded(figures.time / 1000)) µs, "
                    + "\(rounded(figures.allocations)) allocations"
            )
        }
        print("two threads by hand: \(rounded(hand.gain))")
        let bars: [(name: String, figure: Double, limit: Double, isAtLeast: Bool)] = [
            ("µs over by hand", (scoped.time - hand.time) / 1000, 5, false),
            ("allocations over by hand", scoped.allocations - hand.allocations, 20, false),
            ("allocations without a scope", unopened.allocations - hand.allocations, 1, false),
            ("async to scoped", async.time / scoped.time, 1.4, false),
            ("observed to scoped", watched.time / scoped.time, 1.4, false),
            ("two threads to one", scoped.gain, 1.6, true),
        ]
        var missed = 0
        for bar in bars {
            let figure = rounded(bar.figure)
            let isMet = bar.isAtLeast ? figure >= bar.limit : figure <= bar.limit
            if !isMet { missed += 1 }
            print(
                "\(bar.name): \(figure) "
                    + "(\(bar.isAtLeast ? "at least" : "at most") \(bar.limit)) \(isMet ? "" : "MISSED")"
            )
        }
        if CommandLine.arguments.contains("--bars"), missed > 0 { throw BarsMissed(count: missed) }
    }

    private static func rounded(_ figure: Double) -> Double { (figure * 100).rounded() / 100 }
}

struct BarsMissed: Error {
    let count: Int
}
