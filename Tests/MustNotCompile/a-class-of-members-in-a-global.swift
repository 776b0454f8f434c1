// SPDX-License-Identifier: MIT

// What an assembly stores is not guarded, so it is not `Sendable`: get it where it is used.

import MortiseEasyDi

class ServiceAssembly: Assembly {}

class OrderAssembly: Assembly {
    // expect: static property 'services' is not concurrency-safe because non-'Sendable' type
    static let services = ServiceAssembly.instance()

    var own: ServiceAssembly { ServiceAssembly.instance() }
}
