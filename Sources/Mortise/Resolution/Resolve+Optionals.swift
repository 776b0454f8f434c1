// SPDX-License-Identifier: MIT

import MortiseGraph

extension Container {
    /// Resolves an instance, or gives `nil` if nothing is registered for its type.
    ///
    /// Only an optional that is written out finds out that something is missing. One that is merely
    /// inferred (`let api: (any API)? = try container.resolve()`) resolves the wrapped type, and
    /// throws like it.
    ///
    /// - Parameter type: An optional type, such as `(any API)?.self`.
    /// - Returns: The instance; `nil` if neither the optional nor its wrapped type is registered.
    /// - Throws: ``ResolutionError``: whatever else is wrong is wrong.
    public func resolve<T>(_ type: T?.Type) throws -> T? {
        try inSession { caller, view, thread in
            try optional(T.self, tag: nil, caller: caller, view: view, thread: thread)
        }
    }

    /// Resolves an instance of a tagged definition, or gives `nil` if nothing is registered for its
    /// type.
    ///
    /// - Parameters:
    ///   - type: An optional type, such as `(any API)?.self`.
    ///   - tag: The tag. An unknown one falls back to the untagged definition.
    /// - Returns: The instance; `nil` if neither the optional nor its wrapped type is registered.
    /// - Throws: ``ResolutionError``: whatever else is wrong is wrong.
    public func resolve<T>(_ type: T?.Type, tag: some TagConvertible) throws -> T? {
        let tag = tag.tag
        return try inSession { caller, view, thread in
            try optional(T.self, tag: tag, caller: caller, view: view, thread: thread)
        }
    }
}

extension Resolver {
    /// Resolves an instance, or gives `nil` if nothing is registered for its type.
    ///
    /// - Parameter type: An optional type, such as `(any API)?.self`.
    /// - Returns: The instance; `nil` if neither the optional nor its wrapped type is registered.
    /// - Throws: ``ResolutionError``: whatever else is wrong is wrong.
    public func resolve<T>(_ type: T?.Type) throws -> T? {
        try optional(
            T.self,
            tag: nil,
            caller: frame,
            view: frame.pointee.table,
            thread: frame.pointee.thread
        )
    }

    /// Resolves an instance of a tagged definition, or gives `nil` if nothing is registered for its
    /// type.
    ///
    /// - Parameters:
    ///   - type: An optional type, such as `(any API)?.self`.
    ///   - tag: The tag. An unknown one falls back to the untagged definition.
    /// - Returns: The instance; `nil` if neither the optional nor its wrapped type is registered.
    /// - Throws: ``ResolutionError``: whatever else is wrong is wrong.
    public func resolve<T>(_ type: T?.Type, tag: some TagConvertible) throws -> T? {
        try optional(
            T.self,
            tag: tag.tag,
            caller: frame,
            view: frame.pointee.table,
            thread: frame.pointee.thread
        )
    }
}

private func optional<T>(
    _: T.Type,
    tag: Tag?,
    caller: FramePointer?,
    view: Table,
    thread: Thread
) throws -> T? {
    let whole = Request(T?.self, tag: tag, caller: caller, view: view, thread: thread)
    if whole.isRegistered { return try whole.resolve() }
    let wrapped = Request(T.self, tag: tag, caller: caller, view: view, thread: thread)
    if let caller, caller.pointee.note & Note.recording != 0 {
        caller.record(wrapped.key, isOptional: true)
    }
    guard wrapped.isKnown else { return nil }
    return try wrapped.resolve()
}

// MARK: - Types that are made of other types

/// A type that is resolved through another one, unless it is registered itself.
protocol DerivedDependency {
    /// The type it is resolved through.
    static var underlyingType: Any.Type { get }
    /// Whether the other one is resolved later, if at all.
    static var isDeferred: Bool { get }

    static func derived(_ request: DerivedRequest) throws -> Self
}

/// How a derived type was asked for.
struct DerivedRequest {
    let tag: Tag?
    let arguments: (any RequestArguments)?
    let caller: FramePointer?
    let view: Table
    let thread: Thread

    /// The same request for the underlying type.
    func request<Underlying>(_ type: Underlying.Type) -> Request<Underlying> {
        arguments?.request(type, as: self)
            ?? Request(type, tag: tag, caller: caller, view: view, thread: thread)
    }
}

/// Run-time arguments that can be asked for any type.
protocol RequestArguments {
    func request<T>(_ type: T.Type, as original: DerivedRequest) -> Request<T>
}

struct PassedArguments<Arguments>: RequestArguments {
    let arguments: Arguments
    let values: (FramePointer) throws -> [AnyHashable]

    func request<T>(_ type: T.Type, as original: DerivedRequest) -> Request<T> {
        Request(
            type,
            tag: original.tag,
            arguments: arguments,
            values: values,
            caller: original.caller,
            view: original.view,
            thread: original.thread
        )
    }
}

extension Optional: DerivedDependency {
    static var underlyingType: Any.Type { Wrapped.self }
    static var isDeferred: Bool { false }

    /// An inferred optional resolves the wrapped type and throws like it: else what is missing
    /// hides.
    static func derived(_ request: DerivedRequest) throws -> Wrapped? {
        try request.request(Wrapped.self).resolve()
    }
}
