// SPDX-License-Identifier: MIT

/// A property that always has an instance.
///
/// ```swift
/// @Inject private var repository: Repository
/// @Inject(instantiation: .lazy) private var service: Service
/// ```
///
/// Reading it stops the program if there is no implementation, with a text that says why.
///
/// It is `Sendable` if its instance is, so a `Sendable` struct may have one.
@propertyWrapper public struct Inject<Abstraction> {
    private let storage: InjectedStorage<Abstraction>

    /// Creates a property that is injected immediately or on first read.
    ///
    /// - Parameters:
    ///   - injection: A new instance or the singleton.
    ///   - instantiation: On creation, as in version 2.0, or on first read, as in version 1.4. An injection
    ///     that fails on creation is repeated on each read.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - context: The context. It does not fall back to the global one.
    ///   - key: The key of an implementation; defaults to the selected one.
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

// Without `Sendable`, a property belongs to the code that holds its owner.
extension Inject: Sendable where Abstraction: Sendable {}
