// SPDX-License-Identifier: MIT

/// A property that always has an instance of the implementation that is selected.
///
/// ```swift
/// @ObservedInjectable private var repository: Repository?
/// ```
///
/// It starts with an instance of its own. When another key is selected, the next read gives an instance of
/// that: its own, or the singleton of the implementation if there is one already (S-31). It is noticed by `withObservationTracking` and SwiftUI. As long as
/// nothing else can be had it keeps what it has (S-32), or is `nil` and asks again with every read (S-34).
/// Adding implementations, or removing the abstraction and registering it again, changes nothing of that (S-33).
///
/// It is known weakly, and goes with its owner (S-35).
@propertyWrapper public struct ObservedInjectable<Abstraction> {
    private let storage: ObservedStorage<Abstraction>

    /// A property that follows the selection (S-30).
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

    /// The instance; `nil` if there is none.
    public var wrappedValue: Abstraction? { storage.value }
}

// Those of what is not `Sendable` belong to whoever has their owner.
extension ObservedInjectable: Sendable where Abstraction: Sendable {}
