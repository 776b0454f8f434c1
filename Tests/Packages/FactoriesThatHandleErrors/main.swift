// SPDX-License-Identifier: MIT

import Mortise

final class Log: Sendable {}

final class Clock: Sendable {}

final class Server: Sendable {}

enum Own: Error {
    case one
}

func orElse(_ first: () throws -> Void, _ second: () throws -> Void) rethrows {
    do { try first() } catch { try second() }
}

func must<T>(_ value: T?) -> T {
    guard let value else { fatalError("nothing is there") }
    return value
}

// MARK: - It fails all the same

let keeping = Container {
    $0.register { r in
        var met: (any Error)?
        do { _ = try r.resolve(Log.self) } catch { met = error }
        if let met { throw met }
        return Server()
    }
}
_ = try? keeping.resolve(Server.self)

let inAResult = Container {
    $0.register { r in
        _ = try Result { try r.resolve(Log.self) }.get()
        return Server()
    }
}
_ = try? inAResult.resolve(Server.self)

let throughAFunction = Container {
    $0.register { r in
        _ = try [1].reduce(into: [Log]()) { all, _ in all.append(try r.resolve()) }
        return Server()
    }
}
_ = try? throughAFunction.resolve(Server.self)

let anotherError = Container {
    $0.register { r in
        do {
            do { _ = try r.resolve(Log.self) } catch is ResolutionError { throw Own.one }
        } catch is ResolutionError {}
        return Server()
    }
}
_ = try? anotherError.resolve(Server.self)

// MARK: - It may go on

let byItsCode = Container {
    $0.register { r in
        do { _ = try r.resolve(Log.self) } catch ResolutionError.Code.missingBinding {
            return Server()
        } catch { throw error }
        return Server()
    }
}
_ = try byItsCode.resolve(Server.self)

let withAnother = Container {
    $0.register { Clock() }
    $0.register { r in
        try orElse({ _ = try r.resolve(Log.self) }, { _ = try r.resolve(Clock.self) })
        return Server()
    }
}
_ = try withAnother.resolve(Server.self)

// MARK: - It goes on

let without = Container {
    $0.register { r in
        _ = try? r.resolve(Log.self)
        return Server()
    }
}
_ = try without.resolve(Server.self)

let beside = Container {
    $0.register { Clock() }
    $0.register { r in
        let log = try? r.resolve(Log.self)
        let clock = try r.resolve(Clock.self)
        if log == nil { print(clock) }
        return Server()
    }
}
_ = try beside.resolve(Server.self)

let optional = Container {
    $0.register { r in
        let log = try r.resolve(Log?.self)
        guard !CommandLine.arguments.isEmpty else { throw Own.one }
        print(log as Any)
        return Server()
    }
}
_ = try optional.resolve(Server.self)

// MARK: - It ends the program

func ends() throws {
    let container = Container()
    container.register { r in
        _ = must(try? r.resolve(Log.self))
        return Server()
    }
    _ = try container.resolve(Server.self)
}

func endsWithoutAnOptional() throws {
    let container = Container()
    container.register { r in
        guard let log = try r.resolve(Log?.self) else { fatalError("no log") }
        print(log)
        return Server()
    }
    _ = try container.resolve(Server.self)
}

if CommandLine.arguments.count > 1 {
    try ends()
    try endsWithoutAnOptional()
}

// MARK: - Outside of factories

func throwsLater() throws {
    let container = Container()
    var met: (any Error)?
    do { _ = try container.resolve(Log.self) } catch { met = error }
    if let met { throw met }
}

func goesOn() throws {
    let container = Container()
    let log = try? container.resolve(Log.self)
    if CommandLine.arguments.isEmpty { throw Own.one }
    print(log as Any)
}

try? throwsLater()
try goesOn()
