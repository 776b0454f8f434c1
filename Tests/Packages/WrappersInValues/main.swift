// SPDX-License-Identifier: MIT

import Mortise

final class Log: Sendable {}

final class InAnOptional: @unchecked Sendable {
    var log: Injected<Log>?
    init() { log = Injected() }
}

final class InATuple: @unchecked Sendable {
    let log: (Injected<Log>, Int)
    init() { log = (Injected(), 1) }
}

final class InAnything: @unchecked Sendable {
    let log: Any = Injected<Log>()
}

/// What an array has is no part of the object.
final class InAnArray: @unchecked Sendable {
    let logs: [Injected<Log>]
    init() { logs = [Injected()] }
}

@propertyWrapper final class Quiet<Value>: InjectableProperty, @unchecked Sendable {
    private var value: Value?
    var wrappedValue: Value? { value }
    init() {}
    func inject(from resolver: inout Resolver) throws { value = try resolver.resolve() }
}

@propertyWrapper final class Announced<Value>: InjectableProperty, @unchecked Sendable {
    private var value: Value?
    var wrappedValue: Value? { value }
    init() { announce() }
    func inject(from resolver: inout Resolver) throws { value = try resolver.resolve() }
}

/// What does not announce itself is not filled.
final class WithAQuietOne: @unchecked Sendable {
    @Quiet var log: Log?
}

final class WithAnAnnouncedOne: @unchecked Sendable {
    @Announced var log: Log?
}

let container = Container {
    $0.register { InAnOptional() }
    $0.register { InATuple() }
    $0.register { InAnything() }
    $0.register { InAnArray() }
    $0.register { WithAQuietOne() }
    $0.register { WithAnAnnouncedOne() }
}
_ = try? container.resolve(InAnOptional.self)
_ = try? container.resolve(InATuple.self)
_ = try? container.resolve(InAnything.self)
_ = try container.resolve(InAnArray.self)
_ = try container.resolve(WithAQuietOne.self)
_ = try? container.resolve(WithAnAnnouncedOne.self)
