// SPDX-License-Identifier: MIT

import MortiseGraph

/// A property that resolves itself, once.
///
/// ```swift
/// final class ViewModel {
///     @Resolved var repository: any Repository
///     @Resolved(tag: "local") var cache: any Repository
///     @Resolved var analytics: (any Analytics)?
/// }
/// ```
///
/// The property is lazy by default. If it has an optional type, it is `nil` if nothing is
/// registered for it. Any other property that cannot be resolved stops the program with the error.
///
/// It costs as much as a `lazy var`, and belongs to its owner in the same way: reading it mutates
/// the owner. Use it in classes that are not `Sendable`, in actors, in types of a global actor, and
/// in variables. No two threads can read it at the same time, so it resolves at most once. In a
/// `Sendable` class, or in an object shared by other means, use ``LazyResolved``.
@propertyWrapper public struct Resolved<Value> {
    /// The time when the property resolves itself.
    public enum Moment: Hashable, Sendable {
        /// At the first read.
        case lazy
        /// When the property is made.
        case eager
    }

    /// The choice of the instance that the property gets.
    public enum Sharing: Hashable, Sendable {
        /// The instance that the definition's lifetime determines.
        case asRegistered
        /// The instance that the container keeps for all `singleton` properties of one definition,
        /// even if the definition makes a new instance each time.
        case singleton
    }

    @usableFromInline var value: Value?
    @usableFromInline var request: Request?
    @usableFromInline let declaration: PropertyDeclaration

    /// The options of a property that has any.
    @usableFromInline struct Request {
        let container: Container?
        let tag: DefinitionTag?
        let resolve: ((Container, DefinitionTag?) throws -> Value)?
    }

    /// Makes a property that resolves from ``Container/current`` when it is first read.
    ///
    /// - Parameters:
    ///   - file: Defaults to the place of the declaration, for the message if it fails.
    ///   - line: Like `file`.
    ///   - function: Defaults to the type that declares it, like `file`.
    @_alwaysEmitIntoClient public init(
        file: StaticString = #fileID,
        line: UInt32 = #line,
        function: StaticString = #function
    ) {
        declaration = PropertyDeclaration(file, line, function)
    }

    /// Makes a property that resolves itself.
    ///
    /// - Parameters:
    ///   - container: The container. Defaults to ``Container/current`` where it resolves.
    ///   - tag: The tag of a tagged definition.
    ///   - moment: The time when it resolves.
    ///   - file: Defaults to the place of the declaration, for the message if it fails.
    ///   - line: Like `file`.
    ///   - function: Defaults to the type that declares it, like `file`.
    public init(
        in container: Container? = nil,
        tag: (any TagConvertible)? = nil,
        _ moment: Moment = .lazy,
        file: StaticString = #fileID,
        line: UInt32 = #line,
        function: StaticString = #function
    ) {
        self.init(container, tag, moment, PropertyDeclaration(file, line, function), nil)
    }

    /// Makes a property that resolves itself and chooses its instance.
    ///
    /// - Parameters:
    ///   - sharing: The choice of the instance.
    ///   - container: The container. Defaults to ``Container/current`` where it resolves.
    ///   - tag: The tag of a tagged definition.
    ///   - moment: The time when it resolves.
    ///   - file: Defaults to the place of the declaration, for the message if it fails.
    ///   - line: Like `file`.
    ///   - function: Defaults to the type that declares it, like `file`.
    public init(
        _ sharing: Sharing,
        in container: Container? = nil,
        tag: (any TagConvertible)? = nil,
        _ moment: Moment = .lazy,
        file: StaticString = #fileID,
        line: UInt32 = #line,
        function: StaticString = #function
    ) where Value: Sendable {
        let isKept = sharing == .singleton
        self.init(
            container,
            tag,
            moment,
            PropertyDeclaration(file, line, function),
            isKept ? { try $0.resolveAsWritten(Value.self, tag: $1, kept: true) } : nil
        )
    }

    private init(
        _ container: Container?,
        _ tag: (any TagConvertible)?,
        _ moment: Moment,
        _ declaration: PropertyDeclaration,
        _ resolve: ((Container, DefinitionTag?) throws -> Value)?
    ) {
        var request = Request(container: container, tag: tag?.tag, resolve: resolve)
        self.declaration = declaration
        if moment == .lazy {
            if let holder = container?.holder(ofLazy: Value.self, tag: request.tag) {
                request = request.advised(by: holder)
            }
            self.request = request
        } else {
            value = Self.resolve(request, declaration)
        }
    }

    /// The instance, resolved if necessary.
    @_alwaysEmitIntoClient @inline(__always) public var wrappedValue: Value {
        mutating get {
            if let value { return value }
            return resolveFirst()
        }
    }

    /// Whether the property has its instance.
    public var isResolved: Bool { value != nil }

    @_alwaysEmitIntoClient mutating func resolveFirst() -> Value {
        guard request == nil, !TypeLayout.isOptional(Value.self) else { return resolveRequest() }
        do {
            let made = try Container.current.resolve(Value.self)
            value = made
            return made
        } catch {
            fail(error)
        }
    }

    @usableFromInline mutating func resolveRequest() -> Value {
        let request = request ?? Request(container: nil, tag: nil, resolve: nil)
        let made = Self.resolve(request, declaration)
        value = made
        self.request = nil
        return made
    }

    private static func resolve(_ request: Request, _ declaration: PropertyDeclaration) -> Value {
        do {
            let container = request.container ?? Container.current
            if let resolve = request.resolve { return try resolve(container, request.tag) }
            return try container.resolveAsWritten(Value.self, tag: request.tag)
        } catch {
            declaration.fail(Self.self, error)
        }
    }

    @usableFromInline func fail(_ error: any Error) -> Never { declaration.fail(Self.self, error) }
}

extension Resolved.Request {
    /// A request whose error says what holds the property.
    fileprivate func advised(by holder: ProviderHolder) -> Self {
        let key = Key(TypeName(of: Value.self), tag: tag)
        return Self(container: container, tag: tag) { [resolve] container, tag in
            do {
                return try resolve?(container, tag)
                    ?? container.resolveAsWritten(Value.self, tag: tag)
            } catch {
                throw ProviderHolder.advised(error, about: key, by: holder)
            }
        }
    }
}

// Belongs to its owner, as a `lazy var` does.
@available(*, unavailable)
extension Resolved: Sendable {}

@available(*, unavailable)
extension Resolved.Request: Sendable {}
