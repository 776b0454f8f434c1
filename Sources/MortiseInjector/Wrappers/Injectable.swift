// SPDX-License-Identifier: MIT

/// A property that is injected, once, as in swift-dependency-injector.
///
/// ```swift
/// @Injectable private var repository: Repository?
/// @Injectable(injection: .singleton, instantiation: .regular) private var service: Service?
/// @Injectable(constrainedTo: "remote") private var remote: Repository?
/// ```
///
/// It is `nil` if there is no implementation, and the reason is logged. Copies share one instance. It
/// may be read from any thread and is injected once at most.
///
/// In a test, a property of the global context uses the context `.tests(name:)` of the declaring file, if
/// that exists when the property is created.
@propertyWrapper public struct Injectable<Abstraction> {
    private let storage: InjectedStorage<Abstraction>

    /// Creates a property that is injected once.
    ///
    /// - Parameters:
    ///   - injection: A new instance or the singleton.
    ///   - instantiation: On creation or on first read.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - context: The context. It does not fall back to the global one.
    ///   - key: The key of an implementation; defaults to the selected one.
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

// Without `Sendable`, a property belongs to the code that holds its owner.
extension Injectable: Sendable where Abstraction: Sendable {}
