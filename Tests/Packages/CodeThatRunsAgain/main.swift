// SPDX-License-Identifier: MIT

import Mortise

final class Log: Sendable {}
struct Report: Sendable { let log: Log? }

/// Tells the first call from the second one.
final class Counter {
    private var count = 0

    func isFirst() -> Bool {
        count += 1
        return count == 1
    }
}

/// Does something twice, in code that is not read.
func twice(_ body: @escaping () -> Void) {
    let all = AnyIterator<Int> {
        body()
        return 1
    }
    _ = all.next()
    _ = all.next()
}

// What the first call has registered needs what the second one cannot get.
func needsOfAnEarlierCall() {
    let container = Container()
    container.register { Report(log: nil) }
    let counter = Counter()
    twice {
        let isFirst = counter.isFirst()
        if isFirst { container.register { Report(log: try $0.resolve(Log.self)) }.replacing() }
        if !isFirst { _ = try? container.resolve(Report.self) }
    }
}

// The container of an earlier call is another one.
func containerOfAnEarlierCall() {
    var last: Container?
    twice {
        let container = Container()
        let log = container.register { Log() }
        if let last { _ = try? last.resolve(Log.self) }
        container.remove(log)
        last = container
    }
}

func containerThatGrew() {
    var last: Container?
    twice {
        let container = Container()
        if let last { _ = try? last.resolve(Log.self) }
        container.register { Log() }
        last = container
    }
}

// What the first call has left undone is not done by the second one.
func testOfAnEarlierCall() {
    var last: Container?
    let counter = Counter()
    twice {
        let isFirst = counter.isFirst()
        let container = Container()
        if !isFirst { container.register { Log() } }
        if !isFirst, let last { _ = try? last.resolve(Log.self) }
        last = container
    }
}

// The factory of the first call asks the container of the first call.
func containerThatAFactoryKeeps() {
    let container = Container()
    container.register { Report(log: nil) }
    let counter = Counter()
    twice {
        let isFirst = counter.isFirst()
        let own = Container()
        if !isFirst { own.register { Log() } }
        if isFirst { container.register { Report(log: try own.resolve(Log.self)) } }
        if !isFirst { _ = try? container.resolve(Report.self) }
    }
}

// The closure of the first call sees the variable of the first call.
func closureOfAnEarlierCall() {
    let full = Container()
    full.register { Log() }
    let empty = Container()
    var last: (() -> Void)?
    twice {
        var container = full
        last?()
        last = { _ = try? container.resolve(Log.self) }
        container = empty
    }
}

func functionOfAnEarlierCall() {
    let full = Container()
    full.register { Log() }
    let empty = Container()
    var last: (() -> Void)?
    twice {
        var container = full
        func ask() { _ = try? container.resolve(Log.self) }
        last?()
        last = ask
        container = empty
    }
}

// What one call registers in its own container stays together.
func whatOneCallMakes() {
    let counter = Counter()
    twice {
        let isFirst = counter.isFirst()
        let container = Container()
        if isFirst { container.register { Log() } }
        container.register { Report(log: isFirst ? try $0.resolve() : nil) }
        _ = try? container.resolve(Report.self)
    }
}

// A loop goes on from what the last call has left.
struct Steps: Sequence {
    let container: Container

    struct Iterator: IteratorProtocol {
        let container: Container
        var step = 0

        mutating func next() -> Int? {
            step += 1
            if step > 1 { _ = try? container.resolve(Log.self) }
            return step < 3 ? step : nil
        }
    }

    func makeIterator() -> Iterator { Iterator(container: container) }
}

needsOfAnEarlierCall()
containerOfAnEarlierCall()
containerThatGrew()
testOfAnEarlierCall()
containerThatAFactoryKeeps()
closureOfAnEarlierCall()
functionOfAnEarlierCall()
whatOneCallMakes()
for _ in Steps(container: Container()) {}
