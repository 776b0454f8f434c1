// SPDX-License-Identifier: MIT

import MortiseEasyDi

/// Many objects of one graph that go by keys, each asked for twice.
package protocol KeyedObjects {
    init()

    /// Builds one graph.
    ///
    /// - Parameters:
    ///   - count: How many objects.
    ///   - first: The first of their keys.
    /// - Returns: How many were the same the second time.
    func build(_ count: Int, from first: Int) -> Int
}

/// What goes by a key.
private final class Keyed {
    let number: Int

    init(_ number: Int) { self.number = number }
}

/// A dictionary that somebody fills by hand, and empties when the graph is built.
package final class KeyedByHand: KeyedObjects {
    private var objects: [String: Any] = [:]

    package init() {}

    package func build(_ count: Int, from first: Int) -> Int {
        let keys = first..<first + count
        let all = keys.map { object($0) }
        defer { objects = [:] }
        return keys.reduce(0) { $0 + (object($1) === all[$1 - first] ? 1 : 0) }
    }

    @inline(never) private func object(_ number: Int) -> Keyed {
        let key = "object\(number)"
        if let known = objects[key] as? Keyed { return known }
        let made = Keyed(number)
        objects[key] = made
        return made
    }
}

/// The same in the vocabulary of EasyDi.
package final class KeyedByEasyDi: KeyedObjects {
    private final class Objects: Assembly {
        func object(_ number: Int) -> Keyed {
            define(key: "object\(number)", init: Keyed(number))
        }

        func all(_ keys: Range<Int>) -> Int { define(key: "all", init: self.count(keys)) }

        private func count(_ keys: Range<Int>) -> Int {
            let all = keys.map { object($0) }
            return keys.reduce(0) { $0 + (object($1) === all[$1 - keys.lowerBound] ? 1 : 0) }
        }
    }

    private let context = DIContext()

    package init() {}

    package func build(_ count: Int, from first: Int) -> Int {
        Objects.instance(from: context).all(first..<first + count)
    }
}
