// SPDX-License-Identifier: MIT

import Mortise

final class Log: Sendable {}

struct Logging: Module, Hashable {
    let isQuiet: Bool
    func register(in container: Container) {
        guard !isQuiet else { return }
        container.register(.singleton) { Log() }
    }
}
_ = try Container(modules: Logging(isQuiet: false)).resolve(Log.self)
_ = try Container(modules: Logging(isQuiet: true)).resolve(Log.self)
