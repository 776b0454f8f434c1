// SPDX-License-Identifier: MIT

import Foundation
import Mortise
import XCTest

final class Clock: Sendable {}

final class Log: Sendable {}

final class Other: Error {}

protocol Explained {}

extension ResolutionError: Explained {}

func stop(_ error: any Error) -> Never {
    print(error)
    exit(1)
}

/// Something that it needs is missing.
let c = Container { $0.register { (_: Clock) in Log() } }

// MARK: - Handled

func isHandled(_ mayStop: Bool) throws {
    do { _ = try c.resolve(Log.self) } catch { print(error) }
    do { _ = try c.resolve(Log.self) } catch { if mayStop { stop(error) } }
    do { _ = try c.resolve(Log.self) } catch {
        if mayStop { return }
        stop(error)
    }
    do { _ = try c.resolve(Log.self) } catch let error as ResolutionError { print(error) }
    do { _ = try c.resolve(Log.self) } catch is ResolutionError {}
    do { _ = try c.resolve(Log.self) } catch is Other { throw Other() } catch { print(error) }
    do { _ = try c.resolve(Log.self) } catch is any Explained {} catch { stop(error) }
    do { _ = try c.resolve(Log.self) } catch let error as ResolutionError where mayStop {
        stop(error)
    } catch {}
    do {
        do { _ = try c.resolve(Log.self) } catch { throw Other() }
    } catch {}
    do {
        do { _ = try c.resolve(Log.self) } catch is Other {}
    } catch {}
    do {
        do { _ = try c.resolve(Log.self) } catch { print(error) }
    } catch { stop(error) }
    guard let _ = try? c.resolve(Log.self) else { return }
    guard let log = try? c.resolve(Log.self), log !== log || mayStop else { return }
}

func isHandledLater(_ mayStop: Bool) {
    let first = try? c.resolve(Log.self)
    if mayStop { return }
    guard first != nil else { fatalError("no log") }
    var second = try? c.resolve(Log.self)
    second = second ?? Log()
    print(second!)
    let third = try? c.resolve(Log.self)
    if let third { print(third) }
    let fourth = try? c.resolve(Log.self)
    print(fourth as Any, mayStop ? fourth! : Log())
}

// MARK: - Not handled

func endsProgram(_ isBrief: Bool) throws {
    do { _ = try! c.resolve(Log.self) } catch { print(error) }
    _ = try? { _ = try! c.resolve(Log.self) }()
    do { _ = try c.resolve(Log.self) } catch { stop(error) }
    do { _ = try c.resolve(Log.self) } catch {
        defer { print("never") }
        if isBrief { exit(1) } else { print(error) }
        fatalError("\(error)")
    }
    do { _ = try c.resolve(Log.self) } catch {
        switch isBrief {
        case true: exit(1)
        case false: stop(error)
        }
    }
    do { _ = try c.resolve(Log.self) } catch is Other {} catch { stop(error) }
    do {
        do { _ = try c.resolve(Log.self) } catch { stop(error) }
    } catch {}
}

func endsProgramWithoutValue() {
    guard let _ = try? c.resolve(Log.self) else { fatalError("no log") }
}

func endsProgramAfterLoops(_ isBrief: Bool) {
    do { _ = try c.resolve(Log.self) } catch {
        for number in 0..<9 {
            if number == 2 { continue }
            if number == 4 { break }
        }
        switch isBrief {
        case true: break
        case false: print(error)
        }
        fatalError("\(error)")
    }
}

func endsProgramLater(_ way: Int) {
    if way == 0 {
        let log = try? c.resolve(Log.self)
        print("asked")
        guard let log else { fatalError("no log") }
        print(log)
    }
    if way == 1 {
        let log = try? c.resolve(Log.self)
        if log == nil { exit(1) }
    }
    if way == 2 {
        let log = try? c.resolve(Log.self)
        if let log, log === log { print(log) } else { exit(1) }
    }
    if way == 3 {
        let log = try? c.resolve(Log.self)
        print("asked", log!)
    }
    if way == 4 {
        let log = try? c.resolve(Log.self)
        precondition(log != nil, "no log")
    }
}

func endsProgramInElse() {
    if let log = try? c.resolve(Log.self) { print(log) } else { fatalError("no log") }
}

func forces() {
    print((try? c.resolve(Log.self))!)
}

func throwsOn() throws {
    do { _ = try c.resolve(Log.self) } catch {
        print(error)
        throw error
    }
    do { _ = try c.resolve(Log.self) } catch is Other {}
    do { _ = try c.resolve(Log.self) } catch let error as ResolutionError where error.path.isEmpty {
    }
    do {
        do { _ = try c.resolve(Log.self) } catch { throw error }
    } catch { stop(error) }
}

// MARK: - In factories

final class Careful: Sendable {}

final class Careless: Sendable {}

let d = Container {
    $0.register(.singleton) { r -> Careful in
        do { _ = try r.resolve(Log.self) } catch is ResolutionError {}
        return Careful()
    }
    $0.register(.singleton) { r -> Careless in
        guard let _ = try? r.resolve(Log.self) else { fatalError("no log") }
        return Careless()
    }
}

// MARK: - Expected

final class Tests: XCTestCase {
    func testThatItThrows() {
        XCTAssertThrowsError(try c.resolve(Log.self))
        XCTAssertThrowsError(try ask())
        XCTAssertNoThrow(try c.resolve(Log.self))
    }
}

func ask() throws { _ = try c.resolve(Log.self) }

try isHandled(CommandLine.arguments.isEmpty)
if CommandLine.arguments.count == 2 { try endsProgram(CommandLine.arguments.isEmpty) }
if CommandLine.arguments.count == 3 { endsProgramWithoutValue() }
if CommandLine.arguments.count == 4 { endsProgramInElse() }
if CommandLine.arguments.count == 5 { forces() }
if CommandLine.arguments.count == 6 { try throwsOn() }
isHandledLater(CommandLine.arguments.isEmpty)
if CommandLine.arguments.count == 7 { endsProgramAfterLoops(CommandLine.arguments.isEmpty) }
if CommandLine.arguments.count > 7 { endsProgramLater(CommandLine.arguments.count - 8) }
_ = try d.resolve(Careful.self)
_ = try d.resolve(Careless.self)
