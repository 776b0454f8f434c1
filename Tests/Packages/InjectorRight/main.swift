// SPDX-License-Identifier: MIT

import MortiseInjector

protocol Repository: Sendable {}
struct Remote: Repository, InjectableDependency {}
struct Local: Repository {}

final class Log: Sendable {}
final class Clock: Sendable {}
final class Archive: Sendable {
    init(_ log: Log) {}
}
final class Printer: Sendable {
    let archive: Archive
    init(archive: Archive) { self.archive = archive }
}

enum Key: String { case remote, local }

let injector = Injector.global
injector.register(
    (any Repository).self,
    defaultDependency: Key.remote.rawValue,
    implementations: [
        Key.remote.rawValue: Remote.instance,
        Key.local.rawValue: { Local() },
    ]
)
injector.register(Log.self) { Log() }
injector.addOrRegister(Clock.self, key: "wall") { Clock() }
injector.add(Clock.self, key: "quartz") { Clock() }
injector.register(Archive.self) { try Archive(Injector.global.resolve(Log.self)) }
injector.register(Printer.self) { Printer(archive: Injector.global.get()) }

final class Screen {
    @Inject var repository: any Repository
    @Injectable var clock: Clock?
    @ObservedInject var followed: any Repository
    @Inject(injection: .singleton, instantiation: .lazy, constrainedTo: "quartz") var watch: Clock
}

let screen = Screen()
_ = injector.get(Printer.self)
_ = try injector.resolve((any Repository).self, constrainedTo: Key.local.rawValue)
_ = injector.getSafe(Clock.self, injectionType: .singleton)
_ = injector.getSafe(Log.self)
_ = injector.get(Dependency(Clock.self, constrainedTo: "wall"))
Injector.updateDependencyKey(of: (any Repository).self, newKey: Key.local.rawValue)
print(screen.repository, screen.clock as Any, screen.followed, screen.watch)

let other = Injector.build(context: .custom(name: "other"))
other.addOrRegister(InjectableDependencyArgs(Log.self)) { Log() }
_ = other.get(Log.self)
