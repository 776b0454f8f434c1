// SPDX-License-Identifier: MIT

// Several implementations of one type, one of them selected, and their followers.

import Mortise
import Observation

// snippet.register
protocol Repository: Sendable {
    func items() -> [String]
}

struct RemoteRepository: Repository {
    func items() -> [String] { ["new"] }
}

struct LocalRepository: Repository {
    func items() -> [String] { ["stored"] }
}

let container = Container()
try container.install(implementationsOf: (any Repository).self, default: "remote") {
    $0.register(.singleton, tag: "remote") { RemoteRepository() as any Repository }
    $0.register(tag: "local") { LocalRepository() as any Repository }
}
// snippet.end

// snippet.one-by-one
container.register(tag: "empty") { EmptyRepository() as any Repository }.selectable()
// snippet.end

// snippet.select
print(try container.resolve((any Repository).self).items())  // ["new"]
print(try container.select("local", for: (any Repository).self))  // true: something changed
print(try container.resolve((any Repository).self).items())  // ["stored"]
print(try container.resolve((any Repository).self, tag: "remote").items())  // ["new"]
// snippet.end
check(try container.resolve((any Repository).self).items() == ["stored"])
check(try !container.select("local", for: (any Repository).self))

// snippet.unknown
do {
    try container.select("lokal", for: (any Repository).self)
} catch {
    print(error)  // [missing-binding] …, with the tags that there are
}
// snippet.end

// snippet.values
let following = Task {
    for try await repository in container.values(of: (any Repository).self) {
        print(repository.items())
        if repository is RemoteRepository { break }
    }
}
try container.select("remote", for: (any Repository).self)
try await following.value
// snippet.end

// snippet.observed
@MainActor final class ItemsModel {
    @Observed var repository: any Repository

    init(_ container: Container) { _repository = Observed(in: container) }

    var text: String { repository.items().joined() }
}

let model = ItemsModel(container)
withObservationTracking {
    print(model.text)  // new
} onChange: {
    print("to be drawn again")
}
try container.select("local", for: (any Repository).self)
print(model.text)  // stored
// snippet.end
check(model.text == "stored")

// snippet.layers
let preview = container.overriding(name: "preview")
try preview.select("empty", for: (any Repository).self)
print(try preview.resolve((any Repository).self).items())  // []
print(try container.resolve((any Repository).self).items())  // ["stored"]: nothing changed here
// snippet.end
check(try preview.resolve((any Repository).self).items().isEmpty)
check(try container.resolve((any Repository).self).items() == ["stored"])

// snippet.reset
container.dropInstances(of: (any Repository).self)
container.dropInstances(of: (any Repository).self, tag: "remote")
container.dropInstances()
// snippet.end

struct EmptyRepository: Repository {
    func items() -> [String] { [] }
}

func check(_ isTrue: Bool, line: UInt = #line) {
    precondition(isTrue, "line \(line) of this snippet does not hold")
}
