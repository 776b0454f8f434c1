// SPDX-License-Identifier: MIT

// warnings: none

// S-2, S-8: closures that are stored with the types of version 1.

import MortiseInjector

protocol Repository {}

struct LocalRepository: Repository {}

func register(in injector: Injector) {
    let all: [String: () -> Repository?] = ["local": { LocalRepository() }]
    let one: () -> Repository? = { LocalRepository() }
    injector.register(Repository.self, defaultDependency: "local", implementations: all)
    injector.add(Repository.self, implementations: all)
    injector.register(Repository.self, implementation: one)
    injector.add(Repository.self, key: "one", implementation: one)
}
