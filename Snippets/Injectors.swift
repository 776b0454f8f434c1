// SPDX-License-Identifier: MIT

// The vocabulary of swift-dependency-injector.

import MortiseInjector

// snippet.repository
protocol Repository {
    func fetch() -> [Int]
}

class LocalRepository: Repository, InjectableDependency {
    required init() {}

    func fetch() -> [Int] { [1, 2, 3, 4] }
}

class RemoteRepository: Repository, InjectableDependency {
    required init() {}

    func fetch() -> [Int] { [5, 6, 7, 8] }
}
// snippet.end

// snippet.register
Injector.global.register(
    (any Repository).self,
    defaultDependency: "remote",
    implementations: [
        "remote": RemoteRepository.instance,
        "local": LocalRepository.instance,
    ]
)
// snippet.end

// snippet.inject
class DummyService {
    @Injectable private var repository: (any Repository)?
    @ObservedInjectable private var current: (any Repository)?

    func getData() -> [Int] { repository?.fetch() ?? [] }
    func getCurrentData() -> [Int] { current?.fetch() ?? [] }
}

let service = DummyService()
print(service.getData())  // [5, 6, 7, 8]
Injector.global.updateDependencyKey(of: (any Repository).self, newKey: "local")
print(service.getData())  // [5, 6, 7, 8]: it has its value
print(service.getCurrentData())  // [1, 2, 3, 4]: it follows
// snippet.end
check(service.getData() == [5, 6, 7, 8])
check(service.getCurrentData() == [1, 2, 3, 4])

// snippet.errors
let injector = Injector.build(context: .custom(name: "checkout"))
injector.onError { error in print(error) }  // beside the log
injector.turnOffLogger(forced: true)
_ = Injectable<any Repository>(context: .custom(name: "checkout")).wrappedValue
injector.destroy()
// snippet.end

func check(_ isTrue: Bool, line: UInt = #line) {
    precondition(isTrue, "line \(line) of this snippet does not hold")
}
