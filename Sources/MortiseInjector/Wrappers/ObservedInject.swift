// SPDX-License-Identifier: MIT

/// A property that always has an instance of the implementation that is selected (S-70).
///
/// ```swift
/// @ObservedInject private var repository: Repository
/// ```
///
/// It follows the selection as ``ObservedInjectable`` does. Reading it stops the program if there never was an
/// instance, with a text that says why.
@propertyWrapper public struct ObservedInject<Abstraction> {
    private let storage: ObservedStorage<Abstraction>

    /// A property that follows the selection.
    ///
    /// - Parameters:
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - context: The context. There is no fallback to the global one (S-41).
    public init(
        _ file: String = #fileID,
        _ line: Int = #line,
        context: InjectionContext = .global
    ) {
        storage = ObservedStorage(file, line, context)
    }

    /// The instance.
    public var wrappedValue: Abstraction { storage.forcedValue }
}

// Those of what is not `Sendable` belong to whoever has their owner.
extension ObservedInject: Sendable where Abstraction: Sendable {}
