// SPDX-License-Identifier: MIT

/// A property that is injected, once.
///
/// ```swift
/// @Injectable private var repository: Repository?
/// @Injectable(injection: .singleton, instantiation: .regular) private var service: Service?
/// @Injectable(constrainedTo: "remote") private var remote: Repository?
/// ```
///
/// `nil` if there is no implementation; why is logged. Copies are one and the same property (S-21). It may be
/// read from any thread: it is injected once at most.
///
/// In a test, a property of the global context belongs to the context `.tests(name:)` of the file that
/// declares it, if that exists when the property is made (S-42).
@propertyWrapper public struct Injectable<Abstraction> {
    private let storage: InjectedStorage<Abstraction>

    /// A property that is injected (S-20).
    ///
    /// - Parameters:
    ///   - injection: Which instance.
    ///   - instantiation: When.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - context: The context. There is no fallback to the global one (S-41).
    ///   - key: The key of an implementation; without one that is injected which is selected.
    public init(
        injection: InjectionType = .regular,
        instantiation: InstantiationType = .lazy,
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
            isRetrying: instantiation == .lazy
        )
    }

    /// The instance; `nil` if there is none.
    public var wrappedValue: Abstraction? { storage.value }
}

// Those of what is not `Sendable` belong to whoever has their owner.
extension Injectable: Sendable where Abstraction: Sendable {}
