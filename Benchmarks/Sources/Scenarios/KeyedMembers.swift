// SPDX-License-Identifier: MIT

import Mortise

/// An object identified by an argument.
private final class Told {
    let number: Int

    init(_ number: Int) { self.number = number }
}

/// Many keyed objects of one graph, in Mortise's own assemblies.
package final class KeyedByAssembly: KeyedObjects {
    private struct Objects: Assembly {
        let container: Container

        func object(_ number: Int) -> Told {
            define(.shared, for: "object\(number)") { Told(number) }
        }

        func all(_ keys: Range<Int>) -> Int { define(.shared, for: "all") { count(keys) } }

        private func count(_ keys: Range<Int>) -> Int {
            let all = keys.map { object($0) }
            return keys.reduce(0) { $0 + (object($1) === all[$1 - keys.lowerBound] ? 1 : 0) }
        }
    }

    private let container = Container()

    package init() {}

    package func build(_ count: Int, from first: Int) -> Int {
        Objects(container: container).all(first..<first + count)
    }
}
