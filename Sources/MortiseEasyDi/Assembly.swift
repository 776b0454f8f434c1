// SPDX-License-Identifier: MIT

import Mortise

/// A class whose members define how objects are made, as in EasyDi: subclass it.
///
/// ```swift
/// class ServiceAssembly: Assembly {
///     var purchaseService: IPurchaseService {
///         define(init: PurchaseService()) {
///             $0.apiClient = self.apiClient
///             return $0
///         }
///     }
///     var apiClient: IAPIClient { define(scope: .lazySingleton, init: APIClient()) }
/// }
///
/// let service = ServiceAssembly.instance().purchaseService
/// ```
///
/// A context has one instance of each assembly type, for all threads. Other assemblies of the same context
/// share its object graphs: `var services: ServiceAssembly { context.assembly() }`.
///
/// Members that define objects are thread-safe. Other stored state is not, like in any class: a stored
/// property that threads share, and a `lazy` one that several may read first, need your own lock.
open class Assembly {
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    /// The context it belongs to; `nil` after its deallocation, when members end the program.
    public internal(set) weak var context: DIContext!

    /// Creates an assembly for its context; call ``instance(from:)`` instead.
    public required init() {}

    /// The instance of this type in a context.
    ///
    /// - Parameter context: The context. Keep it alive: assemblies do not.
    /// - Returns: The same instance each time.
    public static func instance(from context: DIContext = .defaultInstance) -> Self {
        context.instance(for: Self.self)
    }
}

// The stored properties of subclasses are not guarded.
@available(*, unavailable)
extension Assembly: Sendable {}

extension Assembly {
    /// The context; ends the program without one.
    @inlinable @inline(__always) func requireContext() -> DIContext {
        guard let context else { contextIsGone(self) }
        return context
    }
}

@usableFromInline @inline(never) func contextIsGone(_ assembly: Assembly) -> Never {
    // Not a precondition: optimised code drops its message.
    fatalError(
        """
        Associated context doesn't exist anymore: \(type(of: assembly)) belongs to none, or nothing has \
        kept its DIContext. Make it with instance(from:), and keep the context.
        """
    )
}
