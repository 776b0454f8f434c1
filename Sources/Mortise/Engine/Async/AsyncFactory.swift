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

/// The call of a slot's asynchronous factory.
struct AsyncCall<Instance>: Sendable {
    let run: @Sendable (Slot, inout AsyncResolver) async throws -> Instance

    /// The call of one without run-time arguments.
    static var plain: AsyncCall {
        AsyncCall { slot, resolver in
            try await slot.factory.asynchronous(Instance.self).call(&resolver)
        }
    }
}
