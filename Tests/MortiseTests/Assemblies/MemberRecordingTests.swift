// SPDX-License-Identifier: MIT

import Mortise
import Testing

private final class Kept: Sendable {
    let value: Int
    init(_ value: Int) { self.value = value }
}

private struct Sums: Assembly {
    let container: Container

    var base: Int { define(.singleton) { 1 } }
    var kept: Kept { define(.singleton) { Kept(base) } }
    func part(id: Int) -> Int { define(.shared, for: id) { id } }
    var parts: [Int] { define { [part(id: 1)] } }
    var total: Int {
        let (kept, parts) = (kept, parts)
        return define { kept.value + parts.count }
    }
}

@Suite struct `Finding out which definition a key path leads to` {
    private let sums = Sums(container: Container())

    @Test func `does not disturb the instances that members make meanwhile`() {
        sums.substitute(\.total) { 99 }.remove()
        #expect(sums.kept.value == 1)
        #expect(sums.total == 2)
    }

    @Test func `tolerates members with arguments on the path`() {
        sums.withSubstitution(\.total) {
            99
        } _: {
            #expect(sums.total == 99)
        }
    }
}

private final class Boxed: @unchecked Sendable {
    var label: String?
    weak var other: Boxed?
    static func make() -> Boxed? { Boxed() }
}

private struct Boxes: Assembly {
    let container: Container

    var left: Boxed? {
        define(.shared) {
            Boxed.make()
        } injecting: {
            $0?.other = right
            right?.other = $0
        }
    }
    var right: Boxed? {
        define(.shared) {
            Boxed.make()
        } injecting: {
            $0?.other = left
        }
    }
    var pair: [Boxed?] { define { [left, right] } }
    var weakOne: Boxed? { define(.weakSingleton) { Boxed.make() } }
    var replaced: Boxed {
        define {
            Boxed()
        } injecting: {
            $0 = Boxed()
        }
    }
    func labelled(_ id: Int) -> Boxed {
        define(.singleton, for: id) {
            Boxed()
        } injecting: {
            $0.label = "\(id)"
        }
    }
}

@Suite struct `An object that a member completes` {
    private let boxes = Boxes(container: Container())

    @Test func `may be an optional one, in a cycle too`() {
        let pair = boxes.pair
        #expect(pair[0] != nil)
        #expect(pair[0]?.other === pair[1])
        #expect(pair[1]?.other === pair[0])
    }

    @Test func `is held weakly if it is an optional one`() {
        let first = boxes.weakOne
        #expect(boxes.weakOne === first)
    }

    @Test func `is one for each value of the arguments`() {
        #expect(boxes.labelled(1).label == "1")
        #expect(boxes.labelled(1) === boxes.labelled(1))
        #expect(boxes.labelled(2).label == "2")
    }

    @Test func `must not be replaced by the step`() async {
        let result = await #expect(
            processExitsWith: .failure,
            observing: [\.standardErrorContent]
        ) {
            _ = Boxes(container: Container()).replaced
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("must complete the object that it is given, not replace it"))
    }
}

// MARK: - Releases during use

private final class Small: Sendable {}

private struct Four: Sendable, Equatable {
    var numbers = [1, 2, 3, 4]
    var text = "four"
}

private struct Resetting: Assembly {
    let container: Container

    var small: Small { define(.shared) { Small() } }
    var four: Four { define(.shared) { Four() } }
    var both: [Four] {
        define {
            _ = small
            container.reset()
            return [four, four]
        }
    }
}

@Suite struct `A resolve during which everything is reset` {
    @Test func `keeps the owners of its shared instances`() {
        for _ in 0..<100 {
            let resetting = Resetting(container: Container())
            #expect(resetting.both == [Four(), Four()])
        }
    }
}
