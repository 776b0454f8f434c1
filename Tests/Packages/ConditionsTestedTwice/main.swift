// SPDX-License-Identifier: MIT

import Mortise

final class Log: Sendable {}

protocol Store: Sendable {}

final class Disk: Store {}

final class Memory: Store {}

enum Mode { case live, demo, test }

/// Whether the program is started with an argument.
func has(_ argument: String) -> Bool { CommandLine.arguments.contains(argument) }

func mode() -> Mode { has("live") ? .live : has("demo") ? .demo : .test }

func onDisk(_ container: Container, _ isOnDisk: Bool) {
    if isOnDisk { container.register { Disk() as any Store } }
}

func inMemory(_ container: Container, unless isOnDisk: Bool) {
    if !isOnDisk { container.register { Memory() as any Store } }
}

struct Settings { let isOnDisk: Bool }

func constant() throws {
    let isOnDisk = has("disk")
    let container = Container()
    if isOnDisk { container.register { Disk() as any Store } }
    container.register { Log() }
    if !isOnDisk { container.register { Memory() as any Store } }
    _ = try container.resolve((any Store).self)
}

func givenToFunctions() throws {
    let isOnDisk = has("disk")
    let container = Container()
    onDisk(container, isOnDisk)
    inMemory(container, unless: isOnDisk)
    _ = try container.resolve((any Store).self)
}

func ofAStructure() throws {
    let settings = Settings(isOnDisk: has("disk"))
    let container = Container()
    onDisk(container, settings.isOnDisk)
    inMemory(container, unless: settings.isOnDisk)
    _ = try container.resolve((any Store).self)
}

func asked() throws {
    let isLogging = has("log")
    let container = Container()
    if isLogging { container.register { Log() } }
    if isLogging { _ = try container.resolve(Log.self) }
    if !isLogging { _ = try? container.resolve(Log.self) }
}

/// Each evaluation may turn out otherwise.
func evaluatedTwice() {
    let container = Container()
    if has("disk") { container.register { Disk() as any Store } }
    if !has("disc") { container.register { Memory() as any Store } }
    _ = try? container.resolve((any Store).self)
}

func changedBetween() {
    var isOnDisk = has("disk")
    let container = Container()
    if isOnDisk { container.register { Disk() as any Store } }
    if has("changed") { isOnDisk = true }
    if !isOnDisk { container.register { Memory() as any Store } }
    _ = try? container.resolve((any Store).self)
}

func toggled() throws {
    var isOnDisk = has("disk")
    let container = Container()
    if isOnDisk { container.register { Disk() as any Store } }
    isOnDisk.toggle()
    if isOnDisk { container.register { Memory() as any Store } }
    _ = try container.resolve((any Store).self)
}

/// What one round has found says nothing of the next one.
func eachRound() {
    let container = Container()
    var number = 0
    while number < 2 {
        let isOnDisk = has("\(number)")
        if isOnDisk { container.register { Disk() as any Store } }
        if !isOnDisk { container.register { Log() } }
        if isOnDisk { _ = try? container.resolve(Log.self) }
        number += 1
    }
}

func cases() throws {
    let mode = mode()
    let container = Container()
    switch mode {
    case .live: container.register { Disk() as any Store }
    case .demo, .test: break
    }
    switch mode {
    case .live: break
    case .demo, .test: container.register { Memory() as any Store }
    }
    _ = try container.resolve((any Store).self)
}

try constant()
try givenToFunctions()
try ofAStructure()
try asked()
evaluatedTwice()
changedBetween()
try toggled()
eachRound()
try cases()
