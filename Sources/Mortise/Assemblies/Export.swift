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
    ///   - type: What it is resolved as. Leave it out to use the member's type.
    ///   - tag: What tells several definitions of the type apart.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - member: Evaluates the member, each time it is asked for.
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
    /// Exports an asynchronous member: it is resolved through ``Container/async``.
    ///
    /// - Parameters:
    ///   - type: What it is resolved as. Leave it out to use the member's type.
    ///   - tag: What tells several definitions of the type apart.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - member: Evaluates the member, each time it is asked for.
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
    /// Which members can be resolved by type, once the assembly is exported; none, unless it says so.
    public static var exports: [Export<Self>] { [] }
}

extension Container {
    /// Registers what an assembly exports.
    ///
    /// Each of its exports is a definition without a scope of its own: the member decides how long
    /// instances live.
    ///
    /// - Parameter make: Makes the assembly of the container that is asked: its initializer.
    public func export<Exported: Assembly>(
        _ make: @escaping @Sendable (_ container: Container) -> Exported
    ) {
        for export in Exported.exports { export.register(self, make) }
    }
}
