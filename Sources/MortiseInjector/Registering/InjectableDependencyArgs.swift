// SPDX-License-Identifier: MIT

/// The abstraction and the key of a registration.
public struct InjectableDependencyArgs<Abstraction>: Hashable, Sendable {
    /// The key of the implementation.
    public let key: String

    /// Creates the arguments of a registration.
    ///
    /// - Parameters:
    ///   - abstraction: The type to inject.
    ///   - key: The key of the implementation.
    public init(_ abstraction: Abstraction.Type, key: String = "") {
        self.key = key
    }
}

extension Injector {
    /// Adds an implementation, and registers the abstraction if necessary.
    ///
    /// - Parameters:
    ///   - args: The abstraction and the key.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - implementation: A closure that makes an instance. Runs for each new instance, outside all locks.
    public func addOrRegister<Abstraction>(
        _ args: InjectableDependencyArgs<Abstraction>,
        file: StaticString = #fileID,
        line: UInt32 = #line,
        implementation: @escaping Implementation<Abstraction>
    ) {
        addOrRegister(
            Abstraction.self,
            key: args.key,
            file: file,
            line: line,
            implementation: implementation
        )
    }
}
