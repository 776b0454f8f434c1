// SPDX-License-Identifier: MIT

/// The two words of a factory, without its type.
///
/// Storing it needs no metadata, which would have to be made for every registered type.
@usableFromInline struct ErasedFactory: Sendable {
    private let words: @Sendable () -> Void

    @inlinable init(_ factory: some TypedFactory) {
        self = unsafeBitCast(factory, to: ErasedFactory.self)
    }

    /// As the other one; in generic code, this does not look up the type of the factory.
    @inlinable init<Instance>(_ factory: Factory<Instance>) {
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

    /// The factory with the type of its slot's key.
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

/// A factory that is called in place, which neither retains nor releases its context.
@usableFromInline struct BorrowedFactory<Instance>: ~Copyable, Sendable {
    @usableFromInline let body: @Sendable (inout Resolver) throws -> Instance

    @inlinable @inline(__always) borrowing func call(_ resolver: inout Resolver) throws -> Instance
    {
        try body(&resolver)
    }
}

/// A factory with run-time arguments that is called in place.
@usableFromInline struct BorrowedArgumentFactory<Arguments, Instance>: ~Copyable, Sendable {
    @usableFromInline let body: @Sendable (inout Resolver, Arguments) throws -> Instance

    @inlinable @inline(__always)
    borrowing func call(_ resolver: inout Resolver, _ arguments: Arguments) throws -> Instance {
        try body(&resolver, arguments)
    }
}

extension Unmanaged<Slot> {
    /// The address of the factory, the first stored property of ``Slot``.
    ///
    /// It follows the two words of the object's header, and the words of the superclass.
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
