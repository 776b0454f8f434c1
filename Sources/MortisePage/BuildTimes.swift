// SPDX-License-Identifier: MIT

public import MortiseGraph

/// How long it took to make the instances of definitions.
///
/// What observes a container notes them, and the page of its graph shows them.
///
/// ```swift
/// var times = BuildTimes()
/// times.note(Key("App.Clock"), at: nil, took: .milliseconds(3))
/// print(graph.html(builds: times))
/// ```
public struct BuildTimes: Hashable, Sendable {
    /// What is known of the instances of one definition.
    struct Sum: Hashable {
        var count = 0
        var all = Duration.zero
        var longest = Duration.zero

        mutating func add(_ duration: Duration) {
            count += 1
            all += duration
            longest = max(longest, duration)
        }
    }

    private struct Definition: Hashable {
        let key: Key
        let site: SourceSite?
    }

    private var sums: [Definition: Sum] = [:]

    /// Creates times of no instance.
    public init() {}

    /// Notes that an instance was made.
    ///
    /// - Parameters:
    ///   - key: The key of its definition.
    ///   - site: Where that is registered. What one statement registers in several containers counts
    ///     as one.
    ///   - duration: How long it took, dependencies included.
    /// - Complexity: O(1).
    public mutating func note(_ key: Key, at site: SourceSite?, took duration: Duration) {
        sums[Definition(key: key, site: site), default: Sum()].add(duration)
    }

    var isEmpty: Bool { sums.isEmpty }

    subscript(node: Graph.Node) -> Sum {
        sums[Definition(key: node.key, site: node.site)] ?? Sum()
    }
}

extension Duration {
    /// Its whole nanoseconds, as far as JSON's readers count: of some 30 years.
    var nanoseconds: Int {
        let (seconds, attoseconds) = components
        return Int(max(0, min(Double(seconds) * 1e9 + Double(attoseconds) / 1e9, 1e18)))
    }
}
