// SPDX-License-Identifier: MIT

import Foundation

@testable import MortiseProver

/// Modules with the declarations of the products for servers that programs here use, and of what they
/// are for: they are compiled without those packages.
///
/// That the declarations have rows is a test of its own, which reads the real interfaces.
enum ServerModules {
    /// What the prover says of a program that imports them.
    static func report(on source: String) throws -> Report {
        let modules = ["-I", try folder.get().path]
        let (program, text) = try Toolchain.program(source, arguments: modules)
        return Report(proving: program, text)
    }

    /// Where they are, once they are compiled.
    private static let folder = Result {
        let folder = FileManager.default.temporaryDirectory.appending(path: "modules-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for (name, source) in sources {
            try Toolchain.emitModule(name, source, into: folder)
        }
        return folder
    }

    private static let sources = [
        ("ServiceLifecycle", "public protocol Service: Sendable { func run() async throws }"),
        (
            "MortiseServices",
            """
            public import Mortise
            public import ServiceLifecycle
            extension Container { public func runServices() async throws {} }
            extension UnisolatedDefinition where Instance: Sendable {
                @discardableResult public func onStart(
                    _ start: @escaping @Sendable (Instance) async throws -> Void
                ) -> Self { self }
            }
            extension RefinableDefinition where Instance: Service {
                @discardableResult public func runs() -> Self { self }
            }
            extension RefinableDefinition where Instance == any Service {
                @discardableResult public func runs() -> Self { self }
            }
            """
        ),
        (
            "MortiseConfiguration",
            """
            public import Mortise
            public protocol ConfigBound: Sendable {}
            public struct ConfigBindings {
                @discardableResult public func bind<Value: ConfigBound>(
                    _ type: Value.Type, at key: String, tag: (any TagConvertible)? = nil
                ) -> Definition<Value> { fatalError() }
            }
            extension Container {
                public func configure(with providers: [String], _ bind: (ConfigBindings) throws -> Void) rethrows {}
                public func configure(
                    fetchingFrom providers: [String], _ bind: (ConfigBindings) throws -> Void
                ) rethrows {}
            }
            """
        ),
        ("HummingbirdCore", "public struct Request: Sendable { public let path: String }"),
        (
            "Hummingbird",
            """
            @_exported public import HummingbirdCore
            public protocol RequestContext: Sendable {}
            public protocol RouterMethods<Context> { associatedtype Context: RequestContext }
            public protocol RouterMiddleware<Context> { associatedtype Context }
            public final class Router<Context: RequestContext>: RouterMethods {
                public init(context: Context.Type) {}
                public func add(middleware: some RouterMiddleware<Context>) {}
                public func get(_ path: String, use: @escaping @Sendable (Request, Context) async throws -> String) {}
            }
            """
        ),
        (
            "MortiseHummingbird",
            """
            public import Hummingbird
            public import HummingbirdCore
            public import Mortise
            public struct RequestScope: Sendable {
                public init() {}
                public var container: Container { get throws { fatalError() } }
                public var async: AsyncContainer { get throws { fatalError() } }
                public func resolve<T>(_ type: T.Type = T.self) throws -> T { fatalError() }
            }
            public protocol ScopedRequestContext: RequestContext { var scope: RequestScope { get set } }
            public struct RequestScopeMiddleware<Context: ScopedRequestContext>: RouterMiddleware {
                public init(
                    _ container: Container, scope name: ScopeName = "request",
                    providing configure: (@Sendable (Container, Request, Context) throws -> Void)? = nil
                ) {}
                public func handle(_ request: Request) {}
            }
            extension RouterMethods where Context: ScopedRequestContext {
                @discardableResult public func get<Controller>(
                    _ path: String,
                    to action: @escaping @Sendable (Controller) -> (Request, Context) async throws -> String
                ) -> Self { self }
            }
            """
        ),
    ]
}
