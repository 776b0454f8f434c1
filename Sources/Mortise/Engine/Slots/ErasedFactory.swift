// SPDX-License-Identifier: MIT

public import Synchronization

/// A factory with its type: one closure, and nothing else.
@usableFromInline protocol TypedFactory: Sendable {}

/// A factory whose result is known by its slot's key.
///
/// `Arguments` is the tuple of run-time arguments; plain factories have none.
@usableFromInline struct Factory<Instance>: TypedFactory {
    @usableFromInline let call: @Sendable (inout Resolver) throws -> Instance

    @inlinable init(_ call: @escaping @Sendable (inout Resolver) throws -> Instance) {
        self.call = call
    }
}

@usableFromInline struct ArgumentFactory<Arguments, Instance>: TypedFactory {
    @usableFromInline let call: @Sendable (inout Resolver, Arguments) throws -> Instance

    @inlinable init(_ call: @escaping @Sendable (inout Resolver, Arguments) throws -> Instance) {
        self.call = call
    }
}

/// The two words of a factory, without its type: storing it needs no metadata, which would be
/// made anew for every type that is registered.
@usableFromInline struct ErasedFactory: Sendable {
    private let words: @Sendable () -> Void

    @inlinable init(_ factory: some TypedFactory) {
        self = unsafeBitCast(factory, to: ErasedFactory.self)
    }

    func asynchronous<Instance>(_: Instance.Type) -> AsyncFactory<Instance> {
        unsafeBitCast(self, to: AsyncFactory<Instance>.self)
    }

    func asynchronous<Arguments, Instance>(
        _: Arguments.Type,
        _: Instance.Type
    ) -> AsyncArgumentFactory<Arguments, Instance> {
        unsafeBitCast(self, to: AsyncArgumentFactory<Arguments, Instance>.self)
    }

    /// The factory again, with the type of its slot's key.
    @inlinable @inline(__always) func typed<Instance>(
        _: Instance.Type
    ) -> Factory<Instance> {
        unsafeBitCast(self, to: Factory<Instance>.self)
    }

    @inlinable @inline(__always) func typed<Arguments, Instance>(
        _: Arguments.Type,
        _: Instance.Type
    ) -> ArgumentFactory<Arguments, Instance> {
        unsafeBitCast(self, to: ArgumentFactory<Arguments, Instance>.self)
    }
}

/// A factory that is called where it lies: that neither retains nor releases its context.
@usableFromInline struct BorrowedFactory<Instance>: ~Copyable, Sendable {
    @usableFromInline let body: @Sendable (inout Resolver) throws -> Instance

    @inlinable @inline(__always) borrowing func call(_ resolver: inout Resolver) throws -> Instance
    {
        try body(&resolver)
    }
}

/// The same for a factory with run-time arguments.
@usableFromInline struct BorrowedArgumentFactory<Arguments, Instance>: ~Copyable, Sendable {
    @usableFromInline let body: @Sendable (inout Resolver, Arguments) throws -> Instance

    @inlinable @inline(__always)
    borrowing func call(_ resolver: inout Resolver, _ arguments: Arguments) throws -> Instance {
        try body(&resolver, arguments)
    }
}

extension Unmanaged<Slot> {
    /// What to do without asking anything else: ``HotPath``.
    @inlinable @inline(__always) var hot: UInt {
        _withUnsafeGuaranteedRef { $0.hot.load(ordering: .acquiring) }
    }

    /// Where the factory lies: a class's first stored property follows the two words of its header and those
    /// of its superclass.
    @inlinable @inline(__always) var factoryAddress: UnsafeRawPointer {
        UnsafeRawPointer(toOpaque()) + (2 + Cell.words) * MemoryLayout<UInt>.size
    }

    @inlinable @inline(__always)
    func call<T>(_: T.Type, _ resolver: inout Resolver) throws -> T {
        try factoryAddress.assumingMemoryBound(to: BorrowedFactory<T>.self)
            .pointee.call(&resolver)
    }

    @inlinable @inline(__always)
    func call<T, Arguments>(
        _: T.Type,
        _ resolver: inout Resolver,
        _ arguments: Arguments
    ) throws -> T {
        try factoryAddress.assumingMemoryBound(to: BorrowedArgumentFactory<Arguments, T>.self)
            .pointee.call(&resolver, arguments)
    }
}
