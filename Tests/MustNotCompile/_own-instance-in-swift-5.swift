// SPDX-License-Identifier: MIT

// language-mode: 5

// warnings: none

// S-8: a method of one's own that does not say that any thread may run it is passed as it is.

import MortiseInjector

protocol Repository {}

struct RemoteRepository: Repository, InjectableDependency {
    static func instance() -> RemoteRepository { RemoteRepository() }
}

func register(in injector: Injector) {
    injector.register(Repository.self, implementation: RemoteRepository.instance)
}
