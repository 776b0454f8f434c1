// SPDX-License-Identifier: MIT

// Observes builds: the instance, its requester and the duration.

import Mortise
import MortiseGraph
import Synchronization

final class Database: Sendable {}

struct Users {
    let database: Database
}

let container = Container {
    $0.register(.singleton) { Database() }
    $0.register(autowiring: Users.init)
}

// snippet.observe
let observation = container.observe(reuse: true) { event in
    let requester = event.requester.map { " for \($0)" } ?? ""
    switch event.kind {
    case .made(let duration): print("made \(event.key)\(requester) in \(duration)")
    case .reused: print("reused \(event.key)\(requester)")
    case .failed(let error): print("failed \(event.key)\(requester): \(error)")
    default: break
    }
}

let first: Users = try container.resolve()
let second: Users = try container.resolve()

observation.cancel()
// snippet.end

// snippet.slowest
let slowest = Mutex<(key: Key, duration: Duration)?>(nil)
let timing = container.observe { event in
    guard case .made(let duration) = event.kind else { return }
    slowest.withLock { known in
        if known.map({ $0.duration < duration }) ?? true { known = (event.key, duration) }
    }
}
// snippet.end

let third: Users = try container.resolve()
timing.cancel()
check(slowest.withLock { $0?.key.type.description } == "Users")
check(first.database === second.database && second.database === third.database)

// snippet.aware
final class Screen: ResolutionAware {
    private(set) var isReady = false

    func didResolve() { isReady = true }
}

container.register { Screen() }
print(try container.resolve(Screen.self).isReady)  // true
// snippet.end
check(try container.resolve(Screen.self).isReady)

func check(_ isTrue: Bool, line: UInt = #line) {
    precondition(isTrue, "line \(line) of this snippet does not hold")
}
