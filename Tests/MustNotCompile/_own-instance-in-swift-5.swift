// SPDX-License-Identifier: MIT

// language-mode: 5

// S-8: a method of one's own that does not say that any thread may run it is passed with a warning.

import MortiseInjector

protocol Repository {}

struct RemoteRepository: Repository, InjectableDependency {
    static func instance() -> RemoteRepository { RemoteRepository() }
}

func register(in injector: Injector) {
    // warns: converting non-Sendable function value to '@Sendable () throws -> (any Repository)?'
    injector.register(Repository.self, implementation: RemoteRepository.instance)
}
