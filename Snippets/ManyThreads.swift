// SPDX-License-Identifier: MIT

// One container, many threads.

import Mortise
import Synchronization

// snippet.once
final class Database: Sendable {
    static let made = Atomic<Int>(0)

    init() { Self.made.add(1, ordering: .relaxed) }
}

let container = Container {
    $0.register(.singleton) { Database() }
}

try await withThrowingTaskGroup(of: Database.self) { group in
    for _ in 0..<100 {
        group.addTask { try container.resolve() }
    }
    try await group.waitForAll()
}

print(Database.made.load(ordering: .relaxed))  // 1
// snippet.end
check(Database.made.load(ordering: .relaxed) == 1)

// snippet.captured
final class Session {}

struct Upload { let session: Session }

struct Download { let session: Session }

struct Transfer {
    let upload: Upload
    let download: Download
}

let transfers = Container()
transfers.register(.shared) { Session() }
transfers.register { try Upload(session: $0.resolve()) }
transfers.register { [unowned transfers] in
    Download(session: try transfers.resolve())  // Joins the running resolve of this thread.
}
transfers.register(autowiring: Transfer.init)

let transfer: Transfer = try transfers.resolve()
print(transfer.upload.session === transfer.download.session)  // true
// snippet.end
check(transfer.upload.session === transfer.download.session)

// snippet.retry
struct Offline: Error {}

let isOnline = Mutex(false)

final class Token: Sendable {}

let service = Container {
    $0.register(.singleton) {
        guard isOnline.withLock({ $0 }) else { throw Offline() }
        return Token()
    }
}

do {
    _ = try service.resolve(Token.self)
} catch let error as ResolutionError where error.underlying is Offline {
    isOnline.withLock { $0 = true }
}
let token: Token = try service.resolve()  // Nothing remains of the failure.
// snippet.end
check(try service.resolve(Token.self) === token)

func check(_ isTrue: Bool, line: UInt = #line) {
    precondition(isTrue, "line \(line) of this snippet does not hold")
}
