// SPDX-License-Identifier: MIT

public import Mortise

/// Registers implementations of abstractions in a context, and injects them.
///
/// ```swift
/// Injector.global.register(
///     Repository.self, defaultDependency: "remote",
///     implementations: ["remote": RemoteRepository.instance, "local": LocalRepository.instance])
/// ```
///
/// A value: injectors of one context are the same. May be used from any thread; no lock is held while
/// closures of yours run. An abstraction is its type: two of one name in different modules are two (S-5).
public struct Injector: Sendable {
    static let contexts = NamedContainers<InjectionContext>()
    /// Never destroyed, only emptied.
    private static let globalContainer = Container(name: "global")

    /// The injector of ``InjectionContext/global``.
    public static let global = Injector(context: .global)

    let context: InjectionContext

    private init(context: InjectionContext) { self.context = context }

    /// Makes an injector for a context.
    ///
    /// - Parameter context: The context. It comes into being when it is first used (S-1).
    /// - Returns: The injector.
    public static func build(context: InjectionContext) -> Injector {
        Injector(context: context)
    }

    /// The container of the context, made when it is first asked for.
    ///
    /// The way to everything that this vocabulary has no words for, and for new code beside old.
    public var container: Container {
        if case .global = context { return Self.globalContainer }
        return Self.contexts[context]
    }

    /// The container of the context, unless there is none any more.
    var existingContainer: Container? {
        if case .global = context { return Self.globalContainer }
        return Self.contexts.existing(context)
    }

    /// The contexts that there are.
    package static var contextNames: Set<InjectionContext> { contexts.names }

    /// Removes the context with everything in it.
    ///
    /// What ``onError(_:)`` was given goes as well. Values that were injected stay valid. The injector may
    /// be used again, and begins anew (S-43).
    public func destroy() {
        InjectionLog.shared.handle(context, nil)
        if case .global = context { return Self.globalContainer.reset() }
        Self.contexts.destroy(context)
    }
}
