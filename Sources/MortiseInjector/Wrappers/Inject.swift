// SPDX-License-Identifier: MIT

/// A property that always has an instance (S-70, S-71).
///
/// ```swift
/// @Inject private var repository: Repository
/// @Inject(instantiation: .lazy) private var service: Service
/// ```
///
/// Reading it stops the program if there is no implementation, with a text that says why.
///
/// It is `Sendable` if what it holds is, so a `Sendable` struct may have one.
@propertyWrapper public struct Inject<Abstraction> {
    private let storage: InjectedStorage<Abstraction>

    /// A property that is injected when it is made, or when it is first read.
    ///
    /// - Parameters:
    ///   - injection: Which instance.
    ///   - instantiation: When: as the property is made, which is what 2.0 does; or when it is first read,
    ///     which is what 1.4 does. What there is no implementation for when it is made is asked for again
    ///     when it is read.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - context: The context. There is no fallback to the global one (S-41).
    ///   - key: The key of an implementation; without one that is injected which is selected.
    public init(
        injection: InjectionType = .regular,
        instantiation: InstantiationType = .regular,
        _ file: String = #fileID,
        _ line: Int = #line,
        context: InjectionContext = .global,
        constrainedTo key: String? = nil
    ) {
        storage = InjectedStorage(
            injection,
            instantiation,
            file,
            line,
            context,
            key,
            isRetrying: true
        )
    }

    /// The instance.
    public var wrappedValue: Abstraction { storage.forcedValue }
}

// Those of what is not `Sendable` belong to whoever has their owner.
extension Inject: Sendable where Abstraction: Sendable {}
