// SPDX-License-Identifier: MIT

// Closures that a program has stored with the types of version 1, which are older than `@Sendable`:
// `let all: [String: () -> Repository?] = …`. Closures that are written in the call do not come here.

extension Injector {
    /// Makes an instance of an implementation, in the spelling of version 1.
    public typealias StoredImplementation<Abstraction> = () -> Abstraction?

    /// Registers an abstraction with stored implementations.
    ///
    /// They are not checked to be `Sendable`, as in the original: they run on any thread that injects.
    ///
    /// - Parameters:
    ///   - abstraction: The type to inject.
    ///   - defaultDependency: The key of the implementation to inject.
    ///   - implementations: Closures that make an instance, by key. They run for each new instance, outside
    ///     all locks.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    @_disfavoredOverload
    public func register<Abstraction>(
        _ abstraction: Abstraction.Type,
        defaultDependency: String,
        implementations: [String: StoredImplementation<Abstraction>],
        file: StaticString = #fileID,
        line: UInt32 = #line
    ) {
        register(
            abstraction,
            defaultDependency: defaultDependency,
            implementations: implementations.mapValues { onAnyThread($0) },
            file: file,
            line: line
        )
    }

    /// Registers an abstraction with a stored implementation as its only one.
    ///
    /// It is not checked to be `Sendable`, as in the original: it runs on any thread that injects.
    ///
    /// - Parameters:
    ///   - abstraction: The type to inject.
    ///   - key: The key of the implementation.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - implementation: A closure that makes an instance.
    @_disfavoredOverload
    public func register<Abstraction>(
        _ abstraction: Abstraction.Type,
        key: String = "",
        file: StaticString = #fileID,
        line: UInt32 = #line,
        implementation: @escaping StoredImplementation<Abstraction>
    ) {
        register(
            abstraction,
            key: key,
            file: file,
            line: line,
            implementation: onAnyThread(implementation)
        )
    }

    /// Adds stored implementations to a registered abstraction.
    ///
    /// They are not checked to be `Sendable`, as in the original: they run on any thread that injects.
    ///
    /// - Parameters:
    ///   - abstraction: The type to inject.
    ///   - implementations: Closures that make an instance, by key.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    @_disfavoredOverload
    public func add<Abstraction>(
        _ abstraction: Abstraction.Type,
        implementations: [String: StoredImplementation<Abstraction>],
        file: StaticString = #fileID,
        line: UInt32 = #line
    ) {
        add(
            abstraction,
            implementations: implementations.mapValues { onAnyThread($0) },
            file: file,
            line: line
        )
    }

    /// Adds a stored implementation to a registered abstraction, under a key.
    ///
    /// It is not checked to be `Sendable`, as in the original: it runs on any thread that injects.
    ///
    /// - Parameters:
    ///   - abstraction: The type to inject.
    ///   - key: The key of the implementation.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - implementation: A closure that makes an instance.
    @_disfavoredOverload
    public func add<Abstraction>(
        _ abstraction: Abstraction.Type,
        key: String,
        file: StaticString = #fileID,
        line: UInt32 = #line,
        implementation: @escaping StoredImplementation<Abstraction>
    ) {
        add(
            abstraction,
            key: key,
            file: file,
            line: line,
            implementation: onAnyThread(implementation)
        )
    }
}

/// Makes a closure that any thread may call from one whose type does not say so.
private func onAnyThread<Abstraction>(
    _ make: @escaping Injector.StoredImplementation<Abstraction>
) -> Injector.Implementation<Abstraction> {
    // Version 1 is older than `@Sendable`: the closure runs on any thread, as it does there.
    nonisolated(unsafe) let make = make
    return { make() }
}
