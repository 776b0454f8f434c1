// SPDX-License-Identifier: MIT

/// A property that always has an instance of the selected implementation.
///
/// ```swift
/// @ObservedInject private var repository: Repository
/// ```
///
/// It follows the selection as ``ObservedInjectable`` does. Reading it stops the program if there never was
/// an instance, with a text that says why.
@propertyWrapper public struct ObservedInject<Abstraction> {
    private let storage: ObservedStorage<Abstraction>

    /// Creates a property that follows the selection.
    ///
    /// - Parameters:
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - context: The context. It does not fall back to the global one.
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

// Without `Sendable`, a property belongs to the code that holds its owner.
extension ObservedInject: Sendable where Abstraction: Sendable {}
