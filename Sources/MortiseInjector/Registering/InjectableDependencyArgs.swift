// SPDX-License-Identifier: MIT

/// Under what an implementation is registered: an abstraction and a key (S-74).
public struct InjectableDependencyArgs<Abstraction>: Hashable, Sendable {
    /// The key of the implementation.
    public let key: String

    /// Under what to register an implementation.
    ///
    /// - Parameters:
    ///   - abstraction: The type that is injected.
    ///   - key: The key of the implementation.
    public init(_ abstraction: Abstraction.Type, key: String = "") {
        self.key = key
    }
}

extension Injector {
    /// Adds an implementation, and registers the abstraction with it if need be (S-73).
    ///
    /// - Parameters:
    ///   - args: The abstraction and the key.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - implementation: What makes an instance. Runs for each injection, outside all locks.
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
