// SPDX-License-Identifier: MIT

import MortiseEasyDi

/// Many keyed objects of one graph, each requested twice.
package protocol KeyedObjects {
    init()

    /// Builds one graph.
    ///
    /// - Parameters:
    ///   - count: The number of objects.
    ///   - first: The first key.
    /// - Returns: The number of objects that were the same the second time.
    func build(_ count: Int, from first: Int) -> Int
}

/// A keyed object.
private final class Keyed {
    let number: Int

    init(_ number: Int) { self.number = number }
}

/// A dictionary filled by hand, and emptied when the graph is built.
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

/// Many keyed objects of one graph, in the vocabulary of EasyDi.
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
