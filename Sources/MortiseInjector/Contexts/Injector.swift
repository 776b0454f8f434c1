// SPDX-License-Identifier: MIT

public import Mortise

/// Registers implementations of abstractions in a context, and injects them, as in
/// swift-dependency-injector.
///
/// ```swift
/// Injector.global.register(
///     Repository.self, defaultDependency: "remote",
///     implementations: ["remote": RemoteRepository.instance, "local": LocalRepository.instance])
/// ```
///
/// An injector is a value: all injectors of one context are the same. It is thread-safe and holds no lock
/// while your closures run. An abstraction is identified by its type: types of one name in different modules
/// are different.
public struct Injector: Sendable {
    static let contexts = NamedContainers<InjectionContext>()
    /// Only emptied, never destroyed.
    private static let globalContainer = Container(name: "global")

    /// The injector of ``InjectionContext/global``.
    public static let global = Injector(context: .global)

    let context: InjectionContext

    private init(context: InjectionContext) { self.context = context }

    /// Makes an injector for a context.
    ///
    /// - Parameter context: The context. It is created on first use.
    /// - Returns: The injector.
    public static func build(context: InjectionContext) -> Injector {
        Injector(context: context)
    }

    /// The container of the context, created on first use.
    ///
    /// Use it for features that this vocabulary lacks, and to mix new code with old.
    public var container: Container {
        if case .global = context { return Self.globalContainer }
        return Self.contexts[context]
    }

    /// The container of the context, if it exists.
    var existingContainer: Container? {
        if case .global = context { return Self.globalContainer }
        return Self.contexts.existing(context)
    }

    /// All existing contexts.
    package static var contextNames: Set<InjectionContext> { contexts.names }

    /// Removes the context with all its abstractions.
    ///
    /// The handler of ``onError(_:)`` is removed as well. Injected values stay valid. Using the injector
    /// again starts an empty context.
    public func destroy() {
        InjectionLog.shared.handle(context, nil)
        if case .global = context { return Self.globalContainer.reset() }
        Self.contexts.remove(context)
    }
}
