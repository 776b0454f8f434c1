// SPDX-License-Identifier: MIT

/// An input as a value, which a ``DefinitionModule`` stores and declares in each container that it
/// is installed in.
///
/// ```swift
/// struct SessionComponents: DefinitionModule {
///     let user = ModuleInput(User.self, in: .login)
///     let session = ModuleDefinition(.scoped(.login)) { try Session(user: $0.resolve()) }
/// }
/// ```
public struct ModuleInput: StoredDefinition {
    private let declare: @Sendable (Container) -> Void

    /// Creates an input.
    ///
    /// Works like ``Container/expects(_:in:tag:file:line:)-(T.Type,_,_,_,_)``.
    ///
    /// - Parameters:
    ///   - type: The type of the input.
    ///   - name: The name of the scope that gets the input.
    ///   - tag: Distinguishes several inputs of one type.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    public init<T: Sendable>(
        _ type: T.Type,
        in name: ScopeName? = nil,
        tag: (any TagConvertible)? = nil,
        file: StaticString = #fileID,
        line: UInt32 = #line
    ) {
        let tag = tag?.tag
        declare = { $0.expects(T.self, in: name, tag: tag, file: file, line: line) }
    }

    /// Creates an input that may be left out.
    ///
    /// - Parameters:
    ///   - type: An optional type, such as `User?.self`.
    ///   - name: The name of the scope that gets the input.
    ///   - tag: Distinguishes several inputs of one type.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    public init<T: Sendable>(
        _ type: T?.Type,
        in name: ScopeName? = nil,
        tag: (any TagConvertible)? = nil,
        file: StaticString = #fileID,
        line: UInt32 = #line
    ) {
        let tag = tag?.tag
        declare = { $0.expects(T?.self, in: name, tag: tag, file: file, line: line) }
    }

    func register(in container: Container) { declare(container) }
}
