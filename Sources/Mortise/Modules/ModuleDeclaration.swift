// SPDX-License-Identifier: MIT

/// A declaration as a value, which a ``DefinitionModule`` stores and repeats in each container that
/// it is installed in.
///
/// ```swift
/// struct SessionComponents: DefinitionModule {
///     let user = ModuleDeclaration.expects(User.self, in: .login)
///     let plugins = ModuleDeclaration.collection(of: (any Plugin).self)
///     let session = ModuleDefinition(.scoped(.login)) { try Session(user: $0.resolve()) }
/// }
/// ```
public struct ModuleDeclaration: StoredDefinition {
    private let declare: @Sendable (Container) -> Void

    /// Creates the declaration of an input.
    ///
    /// Works like ``Container/expects(_:in:tag:file:line:)``.
    ///
    /// - Parameters:
    ///   - type: The type of the input, or an optional type if it may be left out.
    ///   - name: The name of the scope that gets the input.
    ///   - tag: Distinguishes several inputs of one type.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    /// - Returns: The declaration.
    public static func expects<T>(
        _ type: T.Type,
        in name: ScopeName? = nil,
        tag: (any TagConvertible)? = nil,
        file: StaticString = #fileID,
        line: UInt32 = #line
    ) -> ModuleDeclaration {
        let tag = tag?.tag
        return ModuleDeclaration {
            $0.expects(T.self, in: name, tag: tag, file: file, line: line)
        }
    }

    /// Creates the declaration that collections of a type may be empty.
    ///
    /// Works like ``Container/declaresCollection(of:file:line:)``.
    ///
    /// - Parameters:
    ///   - type: The type of the elements.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    /// - Returns: The declaration.
    public static func collection<T>(
        of type: T.Type,
        file: StaticString = #fileID,
        line: UInt32 = #line
    ) -> ModuleDeclaration {
        ModuleDeclaration { $0.declaresCollection(of: T.self, file: file, line: line) }
    }

    /// Creates a decorator.
    ///
    /// Works like the method of the container.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - name: The name of the scopes that the decorator is for; without it, the container itself.
    ///   - tag: The tag of the definitions to wrap. Without it, those with a tag are wrapped, too.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - wrap: Gets the original and the resolver, and returns what takes its place.
    /// - Returns: The declaration.
    public static func decorate<T>(
        _ type: T.Type,
        in name: ScopeName? = nil,
        tag: (any TagConvertible)? = nil,
        file: StaticString = #fileID,
        line: UInt32 = #line,
        _ wrap: @escaping @Sendable (_ original: T, _ resolver: inout Resolver) throws -> T
    ) -> ModuleDeclaration {
        let tag = tag?.tag
        return ModuleDeclaration {
            $0.decorate(T.self, in: name, tag: tag, file: file, line: line, wrap)
        }
    }

    func register(in container: Container) { declare(container) }
}
