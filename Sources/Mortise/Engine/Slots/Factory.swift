// SPDX-License-Identifier: MIT

/// A typed factory: one closure, and nothing else.
@usableFromInline protocol TypedFactory: Sendable {}

/// A factory without run-time arguments.
@usableFromInline struct Factory<Instance>: TypedFactory {
    @usableFromInline let call: @Sendable (inout Resolver) throws -> Instance

    @inlinable init(_ call: @escaping @Sendable (inout Resolver) throws -> Instance) {
        self.call = call
    }
}

/// A factory with a tuple of run-time arguments.
@usableFromInline struct ArgumentFactory<Arguments, Instance>: TypedFactory {
    @usableFromInline let call: @Sendable (inout Resolver, Arguments) throws -> Instance

    @inlinable init(_ call: @escaping @Sendable (inout Resolver, Arguments) throws -> Instance) {
        self.call = call
    }
}
