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
final class Pen: Sendable {
    init(_ paper: Paper) {}
}
final class Paper: Sendable {
    init(_ pen: Pen) {}
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
injector.addOrRegister(Clock.self, key: "wall") { Clock() }
// Nothing provides the log.
injector.register(Archive.self) { try Archive(Injector.global.resolve(Log.self)) }
injector.register(Printer.self) { try Printer(archive: Injector.global.resolve()) }
// Each needs the other one.
injector.register(Pen.self) { try Pen(Injector.global.resolve()) }
injector.register(Paper.self) { try Paper(Injector.global.resolve()) }
// The default has no implementation.
injector.register(Int.self, defaultDependency: "one", implementations: ["two": { 2 }])
// It is in another context.
Injector.build(context: .custom(name: "other")).register(String.self) { "other" }

final class Screen {
    @Injectable var log: Log?
    @Inject(instantiation: .lazy, constrainedTo: "quartz") var watch: Clock
}

_ = Screen()
_ = try? injector.resolve(Printer.self)
_ = try? injector.resolve(Pen.self)
_ = try? injector.resolve(Int.self)
_ = try? injector.resolve(String.self)
_ = injector.getSafe((any Repository).self, constrainedTo: "romete")
Injector.updateDependencyKey(of: (any Repository).self, newKey: "romete")
_ = try injector.resolve(Printer.self)
