// SPDX-License-Identifier: MIT

import Dispatch
import Mortise

final class Log: Sendable {}

final class Clock: Sendable {}

/// Registers something unless it is there.
func provide<T: Sendable>(in container: Container, _ make: @escaping @Sendable () -> T) {
    if (try? container.resolve(T.self)) == nil { container.register { make() } }
}

func ensured() throws {
    let container = Container()
    provide(in: container) { Log() }
    provide(in: container) { Log() }
    _ = try container.resolve(Log.self)
}

func asAnOptional() throws {
    let container = Container()
    if try container.resolve(Clock?.self) == nil { container.register { Clock() } }
    _ = try container.resolve(Clock.self)
}

func inAHandler() throws {
    let container = Container()
    do { _ = try container.resolve(Log.self) } catch { container.register { Log() } }
    _ = try container.resolve(Log.self)
}

func onlyIfThere() throws {
    let container = Container()
    container.register { Log() }
    if (try? container.resolve(Log.self)) == nil { container.register { Clock() } }
    _ = try? container.resolve(Clock.self)
}

func inTheParent() throws {
    let parent = Container()
    let container = Container(parent: parent)
    parent.register { Log() }
    if (try? container.resolve(Log.self)) == nil { container.register { Clock() } }
    _ = try? container.resolve(Clock.self)
}

func registeredMeanwhile() {
    let container = Container()
    DispatchQueue.global().async { container.register { Log() } }
    if (try? container.resolve(Log.self)) == nil { container.register { Clock() } }
    _ = try? container.resolve(Clock.self)
}

func askedInARound() throws {
    let container = Container()
    for _ in 0..<2 {
        if (try? container.resolve(Log.self)) != nil { _ = try? container.resolve(Clock.self) }
        container.register { Log() }
    }
}

func askedLater() {
    let container = Container()
    let isThere = { (try? container.resolve(Log.self)) != nil }
    container.register { Log() }
    if !isThere() { container.register { Clock() } }
    _ = try? container.resolve(Clock.self)
}

func asAList() {
    let container = Container()
    if (try? container.resolve([Log].self)) == nil { container.register { Clock() } }
    _ = try? container.resolve(Clock.self)
}

try ensured()
try asAnOptional()
try inAHandler()
try onlyIfThere()
try inTheParent()
registeredMeanwhile()
try askedInARound()
askedLater()
asAList()
