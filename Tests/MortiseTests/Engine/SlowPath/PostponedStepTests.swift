// SPDX-License-Identifier: MIT

import Foundation
import MortiseGraph
import Testing

@testable import Mortise

@Suite struct `A postponed step` {
    private struct Broken: Error {}
    private struct Wrapped: Error {
        let error: any Error
    }

    private final class Tree: Sendable {
        let branch: Branch
        init(_ branch: Branch) { self.branch = branch }
    }
    private final class Branch: Sendable {
        let leaf: Leaf
        init(_ leaf: Leaf) { self.leaf = leaf }
    }
    private final class Leaf: Sendable {
        let tree = WeakPocket<Tree>()
        let isFinished = Pocket(false)
    }

    @Test func `of a unique instance delays the singleton that holds it`() throws {
        let isBroken = Pocket(true)
        let container = Container {
            $0.register(.singleton) { (resolver: inout Resolver) in
                let branch = try resolver.resolve(Branch.self)
                if isBroken.value == true { throw Broken() }
                return Tree(branch)
            }
            $0.register(.singleton) { try Branch($0.resolve()) }
            $0.register { Leaf() }.injecting { resolver, leaf in
                leaf.tree.value = try resolver.resolve()
                leaf.isFinished.value = true
            }
        }

        #expect(throws: ResolutionError.self) { try container.resolve(Tree.self) }
        isBroken.value = false
        let branch = try container.resolve(Branch.self)

        #expect(branch.leaf.isFinished.value == true)
        #expect((try container.resolve(Tree.self)).branch === branch)
    }

    private final class Page {
        let book: Book
        init(_ book: Book) { self.book = book }
    }
    private final class Book: @unchecked Sendable { weak var page: Page? }
    private struct Reading {
        let first: Bool
        let second: Bool
    }

    @Test func `that fails leaves no shared instance behind`() throws {
        let container = Container {
            $0.register(.shared) { try Page($0.resolve()) }
            $0.register(.singleton) { Book() }.injecting { resolver, book in
                book.page = try resolver.resolve(Page.self)
                throw Broken()
            }
            $0.register { (resolver: inout Resolver) in
                let first = (try? resolver.resolve(Page.self)) != nil
                let second = (try? resolver.resolve(Page.self)) != nil
                return Reading(first: first, second: second)
            }
        }

        for _ in 0..<3 {
            let reading = try container.resolve(Reading.self)
            #expect(!reading.first)
            #expect(!reading.second)
        }
    }

    private final class Sun: Sendable {
        let moon: Moon
        init(_ moon: Moon) { self.moon = moon }
    }
    private final class Moon: Sendable {
        let tide = WeakPocket<Tide>()
        let wave = Pocket<Wave>()
    }
    private final class Tide: Sendable {
        let sun: Sun
        let wave: Wave
        init(_ sun: Sun, _ wave: Wave) {
            self.sun = sun
            self.wave = wave
        }
    }
    private final class Wave: Sendable {}

    @Test func `does not call back for discarded instances of its first run`() throws {
        let calls = Tally()
        let container = Container {
            $0.register(.singleton) { try Sun($0.resolve()) }
            $0.register(.singleton) { Moon() }.injecting { resolver, moon in
                moon.wave.value = try resolver.resolve(Wave.self)
                moon.tide.value = try resolver.resolve(Tide.self)
            }
            $0.register(.singleton) { (resolver: inout Resolver) in
                let wave = try resolver.resolve(Wave.self)
                return Tide(try resolver.resolve(), wave)
            }
            $0.register { Wave() }.didResolve { _ in calls.next() }
        }

        _ = try container.resolve(Sun.self)

        #expect(calls.count == 2)
    }

    @Test func `fails no waiter, even if a factory wraps the signal`() throws {
        let outcome = Pocket<Result<Bool, any Error>>()
        let asked = Tally()
        let done = DispatchSemaphore(value: 0)
        let container = Container()
        container.register(.singleton) { try Sun($0.resolve()) }
        container.register { Wave() }
        container.register(.singleton) { Moon() }
            .injecting { $1.tide.value = try $0.resolve(Tide.self) }
        container.register(.singleton) { [weak container] (resolver: inout Resolver) in
            if asked.next() == 1 {
                Thread.detachNewThread { [weak container] in
                    outcome.value = Result { try container?.resolve(Tide.self) != nil }
                    done.signal()
                }
                Thread.sleep(forTimeInterval: 0.1)
            }
            do {
                return Tide(try resolver.resolve(), try resolver.resolve())
            } catch {
                throw Wrapped(error: error)
            }
        }

        _ = try container.resolve(Sun.self)

        #expect(done.wait(timeout: .now() + 10) == .success)
        #expect(try outcome.value?.get() == true)
    }

    private final class Wheel: Sendable {
        let spoke: Spoke
        let rim: Rim
        init(_ spoke: Spoke, _ rim: Rim) {
            self.spoke = spoke
            self.rim = rim
        }
    }
    private final class Spoke: Sendable { let wheel = WeakPocket<Wheel>() }
    private final class Rim: Sendable {
        let spoke = Pocket<Spoke>()
        let isFinished = Pocket(false)
    }

    @Test(arguments: [false, true])
    func `waits for what the factory before it was handed by another thread`(isBroken: Bool) async {
        let hasSpoke = Flag()
        let container = Container {
            // Nothing is unfinished when it begins, so that the ledger does not know of it.
            $0.register(.shared) { (resolver: inout Resolver) in
                let spoke = try resolver.resolve(Spoke.self)
                // The other thread may begin again when this one has failed; nobody waits for it then.
                let isFirst = !hasSpoke.isSet
                hasSpoke.set()
                while isFirst, waiters(of: Spoke.self) == 0 {
                    Thread.sleep(forTimeInterval: 0.001)
                }
                return Wheel(spoke, try resolver.resolve())
            }
            $0.register(.singleton) { Spoke() }.injecting {
                $1.wheel.value = try $0.resolve(Wheel.self)
            }
            $0.register(.singleton) { Rim() }.injecting { resolver, rim in
                rim.spoke.value = try resolver.resolve(Spoke.self)
                Thread.sleep(forTimeInterval: 0.02)
                if isBroken { throw Broken() }
                rim.isFinished.value = true
            }
        }

        async let rim = onThread {
            hasSpoke.sleepUntilSet()
            return try container.resolve(Rim.self)
        }
        let isFinished = await onThread { try container.resolve(Wheel.self).rim.isFinished.value }
        let other = await rim

        if isBroken {
            #expect(throws: ResolutionError.self) { try isFinished.get() }
            #expect(throws: ResolutionError.self) { try other.get() }
        } else {
            #expect((try? isFinished.get()) == true)
        }
    }
}
