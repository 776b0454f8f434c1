// SPDX-License-Identifier: MIT

import Mortise

final class Database: Sendable { init() async {} }

struct Log: Sendable {}

struct Trace: Sendable {}

/// The first run of a factory that does not wait is unwound by an error, which ends the program here.
func endsTheProgram() async throws {
    let container = Container {
        $0.register(.singleton) { await Database() }
        $0.register { resolver in
            do { _ = try resolver.resolve(Database.self) } catch { fatalError("\(error)") }
            return Log()
        }
    }
    _ = try await container.async.resolve(Log.self)
}

/// What waits gets it at once, and so does what asks for something that is there.
func waits() async throws {
    let container = Container {
        $0.register(.singleton) { await Database() }
        $0.register { (resolver: inout AsyncResolver) async in
            do { _ = try await resolver.resolve(Database.self) } catch { fatalError("\(error)") }
            return Trace()
        }
        $0.register { resolver in
            do { _ = try resolver.resolve(Database.self) } catch { fatalError("\(error)") }
            return Log()
        }
    }
    _ = try await container.async.resolve(Trace.self)
    _ = try await container.async.resolve(Database.self)
    _ = try await container.async.resolve(Log.self)
}

/// What is asked for under `try?` is made as well, since the factory runs again.
func makesWhatMayBeMissing() async throws {
    let container = Container {
        $0.register(.singleton) { await Database() }
        $0.register { resolver in
            _ = try? resolver.resolve(Database.self)
            return Log()
        }
    }
    _ = try await container.async.resolve(Log.self)
    _ = try container.resolve(Database.self)
}

/// A factory that waits asks the container that it captured.
func asksTheContainer() async throws {
    let container = Container()
    container.register(.singleton) { await Database() }
    container.register { (_: inout AsyncResolver) async throws in
        _ = try await container.async.resolve(Database.self)
        return Log()
    }
    _ = try await container.async.resolve(Log.self)
    _ = try container.resolve(Database.self)
}

try await endsTheProgram()
try await waits()
try await makesWhatMayBeMissing()
try await asksTheContainer()
