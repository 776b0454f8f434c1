// SPDX-License-Identifier: MIT

/// An asynchronous factory; the slot's key determines its result type.
@usableFromInline struct AsyncFactory<Instance>: TypedFactory {
    let call: @Sendable (inout AsyncResolver) async throws -> Instance

    @usableFromInline
    init(_ call: @escaping @Sendable (inout AsyncResolver) async throws -> Instance) {
        self.call = call
    }
}

/// An asynchronous factory with run-time arguments.
@usableFromInline struct AsyncArgumentFactory<Arguments, Instance>: TypedFactory {
    let call: @Sendable (inout AsyncResolver, Arguments) async throws -> Instance

    @usableFromInline
    init(_ call: @escaping @Sendable (inout AsyncResolver, Arguments) async throws -> Instance) {
        self.call = call
    }
}
