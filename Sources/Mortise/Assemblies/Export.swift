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
    fileprivate let register: @Sendable (Container, @escaping @Sendable (Container) -> Root) -> Void

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
        register = { container, make in
            container.register(as: T.self, tag: tag, file: file, line: line) { resolver in
                try member(make(resolver.frame.view.takeUnretainedValue()))
            }
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
        register = { container, make in
            container.register(as: T.self, tag: tag, file: file, line: line) {
                (resolver: inout AsyncResolver) async throws -> T in
                try await member(make(resolver.view))
            }
        }
    }
}

extension Assembly {
    /// The members that can be resolved by type once the assembly is exported; none by default.
    public static var exports: [Export<Self>] { [] }
}

extension Container {
    /// Registers the exports of an assembly.
    ///
    /// Each export is a definition without a scope of its own: the member decides how long
    /// instances live.
    ///
    /// - Parameter make: Makes the assembly for the resolving container: its initializer.
    public func export<Exported: Assembly>(
        _ make: @escaping @Sendable (_ container: Container) -> Exported
    ) {
        for export in Exported.exports { export.register(self, make) }
    }
}
