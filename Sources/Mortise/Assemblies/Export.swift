// SPDX-License-Identifier: MIT

/// A member of an assembly that can be resolved by its type.
///
/// ```swift
/// struct Services: Assembly {
///     let container: Container
///     var api: any API { define(.singleton) { HTTPClient() as any API } }
///
///     static var exports: [Export<Self>] { [Export { $0.api }] }
/// }
///
/// container.export(Services.init)
/// let api: any API = try container.resolve()
/// ```
public struct Export<Root: Assembly>: Sendable {
    fileprivate let register:
        @Sendable (Container, @escaping @Sendable (Container) -> Root, Export) -> Void
    private var isForAnyTag = false
    private var isContributing = false

    /// Exports a member.
    ///
    /// - Parameters:
    ///   - type: The type to resolve it as. Defaults to the member's type.
    ///   - tag: Tells several definitions of the type apart.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - member: Evaluates the member. Runs for each request.
    public init<T>(
        as type: T.Type = T.self,
        tag: (any TagConvertible)? = nil,
        file: StaticString = #fileID,
        line: UInt32 = #line,
        _ member: @escaping @Sendable (Root) throws -> T
    ) {
        let tag = tag?.tag
        register = { container, make, export in
            let definition = container.register(as: T.self, tag: tag, file: file, line: line) {
                resolver in
                try member(make(resolver.frame.view.takeUnretainedValue()))
            }
            export.mark(definition)
        }
    }
}

extension Export {
    /// Exports an asynchronous member, which is resolved through ``Container/async``.
    ///
    /// - Parameters:
    ///   - type: The type to resolve it as. Defaults to the member's type.
    ///   - tag: Tells several definitions of the type apart.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - member: Evaluates the member. Runs for each request.
    public init<T>(
        as type: T.Type = T.self,
        tag: (any TagConvertible)? = nil,
        file: StaticString = #fileID,
        line: UInt32 = #line,
        _ member: @escaping @Sendable (Root) async throws -> T
    ) {
        let tag = tag?.tag
        register = { container, make, export in
            let definition = container.register(as: T.self, tag: tag, file: file, line: line) {
                (resolver: inout AsyncResolver) async throws -> T in
                try await member(make(resolver.view))
            }
            export.mark(definition)
        }
    }
}

extension Export {
    private init(_ declaration: ModuleDeclaration) {
        register = { container, _, _ in declaration.register(in: container) }
    }

    /// Declares an input of the assembly's members, which get it by its type from their container.
    ///
    /// ```swift
    /// struct Screens: Assembly {
    ///     let container: Container
    ///     var user: User { get throws { try container.resolve() } }
    ///     var desk: Desk { get throws { try define(.scoped(.login)) { try Desk(user: user) } } }
    ///
    ///     static var exports: [Export<Self>] { [.expects(User.self, in: .login)] }
    /// }
    /// ```
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
    public static func expects<T: Sendable>(
        _ type: T.Type,
        in name: ScopeName? = nil,
        tag: (any TagConvertible)? = nil,
        file: StaticString = #fileID,
        line: UInt32 = #line
    ) -> Export {
        Export(ModuleDeclaration.expects(type, in: name, tag: tag, file: file, line: line))
    }

    /// Declares that collections of a type may be empty.
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
    ) -> Export {
        Export(ModuleDeclaration.collection(of: type, file: file, line: line))
    }

    /// Decorates what answers a type in the container, such as an exported member.
    ///
    /// Works like ``ModuleDeclaration/decorate(_:in:tag:file:line:_:)``. An export has no lifetime of its
    /// own, so the wrapper is made for each request, around the instance that the member keeps.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - tag: The tag of the definitions to wrap. Without it, those with a tag are wrapped, too.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - wrap: Gets the original and the resolver, and returns what takes its place.
    /// - Returns: The declaration.
    public static func decorate<T>(
        _ type: T.Type,
        tag: (any TagConvertible)? = nil,
        file: StaticString = #fileID,
        line: UInt32 = #line,
        _ wrap: @escaping @Sendable (_ original: T, _ resolver: inout Resolver) throws -> T
    ) -> Export {
        Export(ModuleDeclaration.decorate(type, tag: tag, file: file, line: line, wrap))
    }

    private func mark<T>(_ definition: Definition<T>) {
        if isForAnyTag { definition.forAnyTag() }
        if isContributing { definition.contributing() }
    }

    /// Lets the member answer requests with any tag, too.
    ///
    /// Works like ``Definition/forAnyTag()``.
    ///
    /// - Returns: The export for any tag.
    public func forAnyTag() -> Export {
        var copy = self
        copy.isForAnyTag = true
        return copy
    }

    /// Lets the member coexist with other definitions of the same key.
    ///
    /// Works like ``Definition/contributing()``.
    ///
    /// - Returns: The contributing export.
    public func contributing() -> Export {
        var copy = self
        copy.isContributing = true
        return copy
    }
}

extension Assembly {
    /// The members that can be resolved by type once the assembly is exported; none by default.
    public static var exports: [Export<Self>] { [] }
}

extension Container {
    /// Registers the exports of an assembly.
    ///
    /// Each export is a definition without a lifetime of its own: the member decides how long
    /// instances live.
    ///
    /// - Parameter make: Makes the assembly for the resolving container: its initializer.
    public func export<Exported: Assembly>(
        _ make: @escaping @Sendable (_ container: Container) -> Exported
    ) {
        for export in Exported.exports { export.register(self, make, export) }
    }
}
