// SPDX-License-Identifier: MIT

import Mortise

struct Log: Sendable {}

struct Trace: Sendable {}

struct Missing: Sendable {}

struct Failed: Error {}

/// What an error does is decided by its code: another one would be thrown on.
func byItsCode() throws {
    let container = Container {
        $0.register { Trace() }
        $0.register { resolver in
            do {
                _ = try resolver.resolve(Missing.self)
            } catch ResolutionError.Code.missingBinding {
                _ = try resolver.resolve(Trace.self)
            }
            return Log()
        }
    }
    _ = try container.resolve(Log.self)
}

/// Whether a failure is thrown on depends on a condition.
func byACondition() throws {
    let container = Container {
        $0.register { resolver in
            do {
                _ = try resolver.resolve(Missing.self)
            } catch let error as ResolutionError {
                if error.code != .missingBinding { throw error }
            }
            return Log()
        }
    }
    _ = try container.resolve(Log.self)
}

/// Each way through the clause throws, whatever it does before.
func thrownOn() throws {
    let container = Container {
        $0.register { resolver in
            do {
                _ = try resolver.resolve(Missing.self)
            } catch {
                print(error)
                throw error
            }
            return Log()
        }
    }
    _ = try container.resolve(Log.self)
}

/// What is thrown instead is caught around it.
func thrownInstead() throws {
    let container = Container {
        $0.register { resolver in
            do {
                do {
                    _ = try resolver.resolve(Missing.self)
                } catch {
                    throw Failed()
                }
            } catch is Failed {
                return Log()
            }
            return Log()
        }
    }
    _ = try container.resolve(Log.self)
}

/// What is kept of an error is thrown later.
func kept() throws {
    let container = Container {
        $0.register { resolver in
            var failure: (any Error)?
            do { _ = try resolver.resolve(Missing.self) } catch { failure = error }
            if let failure { throw failure }
            return Log()
        }
    }
    _ = try container.resolve(Log.self)
}

/// A function that is not read gives the error on, or keeps it.
func passedThrough() throws {
    let container = Container {
        $0.register { resolver in
            _ = try [1].reduce(into: [Missing]()) { all, _ in all.append(try resolver.resolve()) }
            return Log()
        }
        $0.register { resolver in
            _ = try Result { try resolver.resolve(Missing.self) }.get()
            return Trace()
        }
    }
    _ = try container.resolve(Log.self)
    _ = try container.resolve(Trace.self)
}

func otherwise<T>(_ first: () throws -> T, _ second: () throws -> T) rethrows -> T {
    do { return try first() } catch { return try second() }
}

/// A function of the program tries something else.
func triedOtherwise() throws {
    let container = Container {
        $0.register { Trace() }
        $0.register { resolver in
            try otherwise(
                { _ = try resolver.resolve(Missing.self) },
                { _ = try resolver.resolve(Trace.self) }
            )
            return Log()
        }
    }
    _ = try container.resolve(Log.self)
}

/// An error that is only described is handled.
func described() throws {
    let container = Container {
        $0.register { resolver in
            do {
                _ = try resolver.resolve(Missing.self)
            } catch {
                print("\(error)")
            }
            return Log()
        }
    }
    _ = try container.resolve(Log.self)
}

try byItsCode()
try byACondition()
try? thrownOn()
try thrownInstead()
try? kept()
try? passedThrough()
try triedOtherwise()
try described()
