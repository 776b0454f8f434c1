// SPDX-License-Identifier: MIT

// Properties that resolve themselves, and contexts with a name.

import Mortise

protocol Repository: AnyObject, Sendable {}

final class MainRepository: Repository {}

let container = Container {
    $0.register { MainRepository() as any Repository }
    $0.register(tag: "cache") { MainRepository() as any Repository }
}

// snippet.resolved
final class ViewModel {
    @Resolved var repository: any Repository  // when it is first read, from Container.current
    @Resolved(tag: "cache") var cache: any Repository
    @Resolved var logger: Logger?  // nil if nothing is registered
}

let model = Container.withCurrent(container) {
    let model = ViewModel()
    print(model.repository === model.repository)  // true: resolved once
    return model
}
// snippet.end
check(model.repository === model.repository)

// snippet.explicit
final class Editor {
    @Resolved var repository: any Repository

    init(_ container: Container) {
        _repository = Resolved(in: container, .eager)
    }
}
// snippet.end
check(Editor(container).repository !== Editor(container).repository)

// snippet.kept
final class Counter {
    @Resolved var repository: any Repository

    init(_ container: Container) { _repository = Resolved(.singleton, in: container) }
}

print(Counter(container).repository === Counter(container).repository)  // true
// snippet.end
check(Counter(container).repository === Counter(container).repository)

// snippet.sendable
final class Service: Sendable {
    let repository: LazyResolved<any Repository>

    init(_ container: Container) { repository = LazyResolved(in: container) }

    func isSame(as other: any Repository) -> Bool { repository.wrappedValue === other }
}
// snippet.end
let service = Service(container)
check(service.isSame(as: service.repository.wrappedValue))

// snippet.contexts
enum Area: Hashable {
    case shop
    case support(ticket: Int)
}

let areas = NamedContainers<Area>()
areas[.shop].register { "the shop" }
print(try areas[.shop].resolve(String.self))  // the shop
let support = areas.open(.support(ticket: 1), fallingBackTo: container)
areas.destroy(.shop)
// snippet.end
check(areas.existing(.shop) == nil)
withExtendedLifetime(support) {}

struct Logger {}

func check(_ isTrue: Bool, line: UInt = #line) {
    precondition(isTrue, "line \(line) of this snippet does not hold")
}
