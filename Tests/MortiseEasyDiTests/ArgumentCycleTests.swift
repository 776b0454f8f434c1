// SPDX-License-Identifier: MIT

import MortiseEasyDi
import Testing

// Members with arguments, of assemblies that need each other.

private final class Screens: Assembly {
    var presenters: Presenters { self.context.assembly() }

    func view(id: Int) -> Thing {
        define(init: Thing()) {
            $0.number = id
            $0.other = self.presenters.presenter(id: id)
            return $0
        }
    }
}

private final class Presenters: Assembly {
    var screens: Screens { self.context.assembly() }

    func presenter(id: Int) -> Thing {
        define(init: Thing()) {
            $0.number = id
            $0.owner = self.screens.view(id: id)
            return $0
        }
    }
    var pair: [Thing] { define(init: [presenter(id: 1), presenter(id: 2)]) }

    // One needs the other in its initializer.
    func owner(id: Int) -> [Thing] { define(init: [self.owned(id: id)]) }
    func owned(id: Int) -> Thing {
        define(init: Thing()) {
            $0.other = self.owner(id: id).first
            return $0
        }
    }
    // Each requests the other with another argument.
    func left(id: Int) -> Thing {
        define(init: Thing()) {
            $0.number = id
            $0.other = self.right(id: id + 1)
            return $0
        }
    }
    func right(id: Int) -> Thing {
        define(init: Thing()) {
            $0.number = id
            $0.owner = self.left(id: id + 1)
            return $0
        }
    }
    // Neither can be first.
    func hen(id: Int) -> [Thing] { define(init: self.egg(id: id)) }
    func egg(id: Int) -> [Thing] { define(init: self.hen(id: id)) }
    func tryingHen(id: Int) throws -> [Thing] { try define(trying: try self.tryingEgg(id: id)) }
    func tryingEgg(id: Int) throws -> [Thing] { try define(trying: try self.tryingHen(id: id)) }
    func keyedHen(id: Int) throws -> [Thing] {
        try define(key: "hen\(id)", trying: try self.keyedEgg(id: id))
    }
    func keyedEgg(id: Int) throws -> [Thing] {
        try define(key: "egg\(id)", trying: try self.keyedHen(id: id))
    }
    // A tree, each node of which is made for its parent's initializer.
    func tree(depth: Int) -> [Int] {
        define(init: depth == 0 ? [] : [depth] + self.tree(depth: depth - 1)) { $0 }
    }
    func plainTree(depth: Int) -> [Int] {
        define(init: depth == 0 ? [] : [depth] + self.plainTree(depth: depth - 1))
    }
    var twoTrees: [[Int]] { define(init: [plainTree(depth: 2), plainTree(depth: 1)]) }
    // A throwing member that fails in the middle.
    var failed: [Thing] = []
    func failing(id: Int) throws -> Thing {
        try define(trying: Thing()) {
            $0.other = try self.keeper(id: id)
            self.failed.append($0)
            throw CancellationError()
        }
    }
    func keeper(id: Int) throws -> Thing {
        try define(key: "keeper", scope: .lazySingleton, trying: Thing()) {
            if id >= 0 { $0.other = try self.failing(id: id) }
            return $0
        }
    }
}

@Suite struct `A member with arguments in a cycle` {
    private let context = DIContext()
    private var presenters: Presenters { Presenters.instance(from: context) }

    @Test func `E-8, E-11: is the one under injection`() {
        let view = Screens.instance(from: context).view(id: 7)
        #expect(view.other?.owner === view)
        #expect(view.number == 7)
        #expect(view.other?.number == 7)
        for _ in 0..<3 {
            let presenter = presenters.presenter(id: 8)
            #expect(presenter.number == 8)
            withExtendedLifetime(presenter.owner) { #expect($0 == nil || $0?.other === presenter) }
        }
    }

    @Test func `E-8: is the one under injection, with any arguments`() {
        let left = presenters.left(id: 1)
        #expect(left.number == 1)
        #expect(left.other?.number == 2)
        #expect(left.other?.owner === left)
    }

    @Test func `E-8: is the first one of its graph, once that is made`() {
        let pair = presenters.pair
        #expect(pair.map(\.number) == [1, 1])
        #expect(pair[0] === pair[1])
    }

    @Test func `E-8: may need itself with another argument, while it is made`() {
        for _ in 0..<3 {
            #expect(presenters.tree(depth: 3) == [3, 2, 1])
            #expect(presenters.plainTree(depth: 3) == [3, 2, 1])
            // The outermost one is the last that was made, so the graph goes on with it.
            #expect(presenters.twoTrees == [[2, 1], [2, 1]])
        }
    }

    @Test func `E-8, E-11: reaches itself through another one's initializer`() {
        let owner = presenters.owner(id: 1)
        #expect(owner[0].other === owner[0])
        let owned = presenters.owned(id: 1)
        #expect(owned.other === owned)
        // Breaks the retain cycle.
        owner[0].other = nil
        owned.other = nil
    }

    @Test func `E-8: is an error that mentions key: if none can be first`() async {
        let result = await #expect(
            processExitsWith: .failure,
            observing: [\.standardErrorContent]
        ) {
            _ = Presenters.instance().hen(id: 1)
        }
        #expect(said(result).contains("[too-deep]"))
        #expect(said(result).contains(#"apart, as in key: "make\(id)"; or"#))
        let presenters = presenters
        #expect {
            try presenters.tryingHen(id: 1)
        } throws: {
            "\($0)".contains("[too-deep]") && "\($0)".contains(#"apart, as in key: "make\(id)""#)
        }
    }

    @Test func `E-8: is an error that shows the cycle if none can be first, with keys`() {
        #expect {
            try presenters.keyedHen(id: 1)
        } throws: {
            "\($0)".contains("[cycle]") && "\($0)".contains("Presenters.keyedEgg(id:)")
        }
    }

    @Test func `takes its holders along when it fails`() throws {
        #expect(throws: (any Error).self) { try presenters.failing(id: 1) }
        let keeper = try presenters.keeper(id: -1)
        #expect(keeper.other == nil)
        // Breaks the retain cycle.
        for thing in presenters.failed { thing.other = nil }
    }
}
