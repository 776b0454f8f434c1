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
    /// Creates a value that declares something in the container that the assembly is exported to: an
    /// input of its members, which get it by its type, a collection that may be empty, or a decorator.
    ///
    /// ```swift
    /// struct Screens: Assembly {
    ///     let container: Container
    ///     var user: User { get throws { try container.resolve() } }
    ///     var desk: Desk { get throws { try define(.scoped(.login)) { try Desk(user: user) } } }
    ///
    ///     static var exports: [Export<Self>] {
    ///         [.declaring { $0.expects(User.self, in: .login) }]
    ///     }
    /// }
    /// ```
    ///
    /// A decorator wraps what answers a type in the container, such as an exported member. An export
    /// has no lifetime of its own, so the wrapper is made for each request, around the instance that
    /// the member keeps.
    ///
    /// - Parameter declare: Gets the container. Runs once for each call of ``Container/export(_:)``,
    ///   outside all locks.
    /// - Returns: The declaration.
    public static func declaring(_ declare: @escaping @Sendable (Container) -> Void) -> Export {
        Export(declare: declare)
    }

    private init(declare: @escaping @Sendable (Container) -> Void) {
        register = { container, _, _ in declare(container) }
    }

    private func mark<T>(_ definition: Definition<T>) {
        if isForAnyTag { definition.forAnyTag() }
        if isContributing { definition.contributing() }
    }

    /// Lets the member answer requests with any tag, too.
    ///
    /// Works like ``RefinableDefinition/forAnyTag()``.
    ///
    /// - Returns: The export for any tag.
    public func forAnyTag() -> Export {
        var copy = self
        copy.isForAnyTag = true
        return copy
    }

    /// Lets the member coexist with other definitions of the same key.
    ///
    /// Works like ``RefinableDefinition/contributing()``.
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
