// SPDX-License-Identifier: MIT

// language-mode: 5
// warnings: none

// S-8: what makes an instance is passed without a warning; a method of one's own says that it may be.

import MortiseInjector

protocol Repository {}

class LocalRepository: Repository, InjectableDependency {
    required init() {}
}

struct RemoteRepository: Repository, InjectableDependency {
    @Sendable static func instance() -> RemoteRepository { RemoteRepository() }
}

func register(in injector: Injector) {
    injector.register(Repository.self, implementation: LocalRepository.instance)
    injector.add(Repository.self, key: "own", implementation: RemoteRepository.instance)
    injector.register(
        Repository.self,
        defaultDependency: "local",
        implementations: ["local": LocalRepository.instance, "remote": RemoteRepository.instance]
    )
}
