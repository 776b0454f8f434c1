// SPDX-License-Identifier: MIT

import Mortise

/// A group of members that say how objects are made: subclass it.
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
/// A context has one of each type, for all threads. Other assemblies of the same context share its object
/// graphs: `var services: ServiceAssembly { context.assembly() }` (E-24).
///
/// Members that define objects may be used from several threads at once. What else the class stores is not
/// guarded, as it is with any class: a stored property that threads share, and a `lazy` one that several may
/// be the first to read, need a lock of yours.
open class Assembly {
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    /// The context it belongs to; `nil` once that is gone, after which its members end the program (E-3).
    public internal(set) weak var context: DIContext!

    /// For contexts, which make the instances: ``instance(from:)``.
    public required init() {}

    /// The instance of this type in a context.
    ///
    /// - Parameter context: The context. Something must keep it: assemblies do not.
    /// - Returns: The same one each time (E-2).
    public static func instance(from context: DIContext = .defaultInstance) -> Self {
        context.instance(for: Self.self)
    }
}

// What its subclasses store is not guarded.
@available(*, unavailable)
extension Assembly: Sendable {}

extension Assembly {
    /// The context, which must be there.
    @inlinable @inline(__always) func requireContext() -> DIContext {
        guard let context else { contextIsGone(self) }
        return context
    }
}

@usableFromInline @inline(never) func contextIsGone(_ assembly: Assembly) -> Never {
    // Not a precondition: optimised code would leave the text out.
    fatalError(
        """
        Associated context doesn't exist anymore: \(type(of: assembly)) belongs to none, or nothing has \
        kept its DIContext. Make it with instance(from:), and keep the context.
        """
    )
}
