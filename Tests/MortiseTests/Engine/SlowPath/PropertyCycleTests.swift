// SPDX-License-Identifier: MIT

import Mortise
import MortiseGraph
import Testing

@Suite struct `A cycle with a property` {
    // Plain classes: shared instances need not be Sendable.
    private final class Left {
        var right: Right?
    }
    private final class Right {
        weak var left: Left?
    }

    /// Needs its part to be made.
    private final class Whole: Sendable {
        let part: Part
        init(part: Part) { self.part = part }
    }
    /// Gets its whole later.
    private final class Part: Sendable {
        let whole = WeakPocket<Whole>()
    }

    private static let mixes: [(whole: Lifetime?, part: Lifetime?)] = [
        (.shared, .shared), (nil, nil), (.shared, nil), (nil, .shared),
    ]

    // The whole needs the part in its factory, and the part needs the whole in a step, which hides errors if
    // it is quiet. A `nil` scope stands for a singleton.
    private static func container(
        _ scopes: (whole: Lifetime?, part: Lifetime?),
        _ made: Journal<String>,
        isQuiet: Bool = false
    ) -> Container {
        let makeWhole: @Sendable (inout Resolver) throws -> Whole = { resolver in
            let whole = Whole(part: try resolver.resolve())
            made.note("whole")
            return whole
        }
        let makePart: @Sendable () -> Part = {
            made.note("part")
            return Part()
        }
        return Container {
            if let scope = scopes.whole {
                $0.register(scope, factory: makeWhole)
            } else {
                $0.register(.singleton, factory: makeWhole)
            }
            let part =
                scopes.part.map { [container = $0] in container.register($0, factory: makePart) }
                ?? $0.register(.singleton, factory: makePart)
            part.injecting { resolver, part in
                part.whole.value =
                    isQuiet ? try? resolver.resolve(Whole.self) : try resolver.resolve(Whole.self)
            }
        }
    }

    @Test func `on both sides is closed`() throws {
        let container = Container {
            $0.register(.shared) { Left() }
                .injecting { $1.right = try $0.resolve(Right.self) }
            $0.register(.shared) { Right() }
                .injecting { $1.left = try $0.resolve(Left.self) }
        }

        for _ in 1...3 {
            let left = try container.resolve(Left.self)
            #expect(left.right?.left === left)
        }
    }

    @Test func `on both sides of singletons is closed`() throws {
        let container = Container {
            $0.register(.singleton) { Trunk() }
                .injecting { $1.branch.value = try $0.resolve(Branch.self) }
            $0.register(.singleton) { Branch() }
                .injecting { $1.trunk.value = try $0.resolve(Trunk.self) }
        }

        let branch = try container.resolve(Branch.self)
        let trunk = try container.resolve(Trunk.self)

        #expect(branch.trunk.value === trunk)
        #expect(trunk.branch.value === branch)
    }

    @Test(arguments: 0..<4, [false, true])
    func `entered from the constructor's end is closed`(mix: Int, isQuiet: Bool) throws {
        let made = Journal<String>()
        let container = Self.container(Self.mixes[mix], made, isQuiet: isQuiet)

        let whole = try container.resolve(Whole.self)

        #expect(whole.part.whole.value === whole)
        #expect(made.entries == ["part", "whole"])
    }

    @Test(arguments: 0..<4, [false, true])
    func `entered from the property's end is closed`(mix: Int, isQuiet: Bool) throws {
        let made = Journal<String>()
        let container = Self.container(Self.mixes[mix], made, isQuiet: isQuiet)
        container.register { resolver in
            // Keeps the whole alive, which its part does not.
            let part = try resolver.resolve(Part.self)
            return (part, part.whole.value)
        }

        let (part, whole) = try container.resolve((Part, Whole?).self)

        #expect(whole != nil)
        #expect(whole?.part === part)
        #expect(made.entries == ["part", "whole"])
    }

    @Test func `makes singletons that stay`() throws {
        let container = Self.container((nil, nil), Journal())

        let whole = try container.resolve(Whole.self)

        #expect(whole === (try container.resolve(Whole.self)))
        #expect(whole.part === (try container.resolve(Part.self)))
    }

    @Test func `through an auto-wired constructor is closed`() throws {
        let container = Container {
            $0.register(.shared, autowiring: Whole.init)
            $0.register(.shared) { Part() }
                .injecting { $1.whole.value = try $0.resolve(Whole.self) }
        }

        let whole = try container.resolve(Whole.self)

        #expect(whole.part.whole.value === whole)
    }

    @Test func `through a forwarded type is closed`() throws {
        let container = Container {
            $0.register(.singleton) { Trunk() }
                .implements((any Rooted).self) { $0 }
                .injecting { $1.branch.value = try $0.resolve(Branch.self) }
            $0.register(.singleton) { Branch() }
                .injecting { $1.trunk.value = try $0.resolve((any Rooted).self) as? Trunk }
        }

        let rooted = try container.resolve((any Rooted).self)

        #expect(rooted === (try container.resolve(Branch.self)).trunk.value)
    }

    @Test(arguments: ["trunk", "branch"])
    func `through a unique instance is closed`(entrance: String) throws {
        let container = Container {
            $0.register(.singleton) { Trunk() }
                .injecting { $1.branch.value = try $0.resolve(Fork.self).branch }
            $0.register { Fork(branch: try $0.resolve()) }
            $0.register(.singleton) { Branch() }
                .injecting { $1.trunk.value = try $0.resolve(Trunk.self) }
        }

        if entrance == "branch" { _ = try container.resolve(Branch.self) }
        let trunk = try container.resolve(Trunk.self)

        #expect(trunk.branch.value === (try container.resolve(Branch.self)))
        #expect(trunk.branch.value?.trunk.value === trunk)
    }

    private struct Fork { let branch: Branch }

    @Test func `of unique instances never ends, and is an error`() throws {
        let container = Container {
            $0.register { Left() }.injecting { $1.right = try $0.resolve(Right.self) }
            $0.register { Right() }.injecting { $1.left = try $0.resolve(Left.self) }
        }

        let error = #expect(throws: ResolutionError.self) { try container.resolve(Left.self) }

        #expect(error?.code == .cycle)
    }

    private protocol Rooted: AnyObject, Sendable {}
    private final class Trunk: Rooted {
        let branch = Pocket<Branch>()
    }
    private final class Branch: Sendable {
        let trunk = WeakPocket<Trunk>()
    }
}
