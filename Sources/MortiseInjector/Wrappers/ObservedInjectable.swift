// SPDX-License-Identifier: MIT

/// A property that follows the selected implementation.
///
/// ```swift
/// @ObservedInjectable private var repository: Repository?
/// ```
///
/// It starts with its own new instance. After another key is selected, the next read returns an instance of
/// that implementation: its existing singleton, or else a new one. `withObservationTracking` and
/// SwiftUI notice the change. If injecting fails, it keeps its last instance, or is `nil` and tries
/// again on every read. It still follows after implementations were added, or the abstraction was
/// removed and registered again.
///
/// The context holds it weakly.
@propertyWrapper public struct ObservedInjectable<Abstraction> {
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

    /// The instance; `nil` if there is none.
    public var wrappedValue: Abstraction? { storage.value }
}

// Without `Sendable`, a property belongs to the code that holds its owner.
extension ObservedInjectable: Sendable where Abstraction: Sendable {}
