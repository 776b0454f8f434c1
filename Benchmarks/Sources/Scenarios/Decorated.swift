// SPDX-License-Identifier: MIT

import Mortise

private protocol Line: AnyObject, Sendable {
    var length: Int { get }
}

private final class PlainLine: Line {
    var length: Int { 1 }
}

private final class DashedLine: Line {
    let inner: any Line
    init(_ inner: any Line) { self.inner = inner }
    var length: Int { inner.length + 1 }
}

/// A root that makes each object in a method of its own.
private final class Root: Sendable {
    @inline(never) func plain() -> any Line { PlainLine() }
    @inline(never) func dashed() -> any Line { DashedLine(plain()) }
}

/// S13: a new object and its decorator.
package struct Decorated: Scenario {
    package static let name = "S13"
    package static let summary = "a decorated object"
    package static let objects = 2

    private let root = Root()
    private let container = Container()

    package init() throws {
        container.register { PlainLine() as any Line }
        container.decorate((any Line).self) { original, _ in DashedLine(original) }
    }

    package func handWired(_ iterations: Int) throws -> Int {
        var confirmed = 0
        for _ in 0..<iterations {
            var line = root.dashed()
            confirmed += confirm(&line, is: DashedLine.self)
        }
        return confirmed
    }

    package func mortise(_ iterations: Int) throws -> Int {
        var confirmed = 0
        for _ in 0..<iterations {
            var line: any Line = try container.resolve()
            confirmed += confirm(&line, is: DashedLine.self)
        }
        return confirmed
    }

    package func verify() throws {
        let line: any Line = try container.resolve()
        try require(line.length == 2, "the line is decorated")
        try require(root.dashed().length == 2, "the line by hand is decorated")
    }
}
