// SPDX-License-Identifier: MIT

public import MortiseGraph

/// A definition as a value, which a ``DefinitionModule`` stores and registers in each container
/// that it is installed in.
///
/// ```swift
/// let client = ModuleDefinition(.singleton) { HTTPClient() as any API }
/// let screen = ModuleDefinition { (resolver: inout Resolver, id: Int) in
///     try Screen(id: id, api: resolver.resolve())
/// }
/// ```
public struct ModuleDefinition<Instance>: Sendable {
    private let register: @Sendable (Container) -> Definition<Instance>
    private var refinements: [@Sendable (Definition<Instance>) -> Void] = []

    private init(_ register: @escaping @Sendable (Container) -> Definition<Instance>) {
        self.register = register
    }

    /// Creates a definition whose factory takes a resolver, and run-time arguments if any.
    ///
    /// - Parameters:
    ///   - lifetime: How long instances live.
    ///   - tag: Distinguishes several definitions of one type.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - factory: Makes an instance from the resolver and the arguments. It cannot refer to the
    ///     module.
    public init<each Argument>(
        _ lifetime: Lifetime = .unique,
        tag: (any TagConvertible)? = nil,
        file: StaticString = #fileID,
        line: UInt32 = #line,
        factory:
            @escaping @Sendable (_ resolver: inout Resolver, _ arguments: repeat each Argument)
            throws
            -> Instance
    ) {
        let tag = tag?.tag
        self.init {
            $0.register(lifetime, tag: tag, file: file, line: line, factory: factory)
        }
    }

    /// Creates a definition whose factory takes no parameters.
    ///
    /// - Parameters:
    ///   - lifetime: How long instances live.
    ///   - tag: Distinguishes several definitions of one type.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - factory: Makes an instance.
    public init(
        _ lifetime: Lifetime = .unique,
        tag: (any TagConvertible)? = nil,
        file: StaticString = #fileID,
        line: UInt32 = #line,
        factory: @escaping @Sendable () throws -> Instance
    ) {
        let tag = tag?.tag
        self.init { $0.register(lifetime, tag: tag, file: file, line: line, factory: factory) }
    }

    /// Creates a definition whose instances the container keeps.
    ///
    /// - Parameters:
    ///   - lifetime: How long instances live.
    ///   - tag: Distinguishes several definitions of one type.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - factory: Makes an instance from the resolver.
    public init(
        _ lifetime: Lifetime.Caching,
        tag: (any TagConvertible)? = nil,
        file: StaticString = #fileID,
        line: UInt32 = #line,
        factory: @escaping @Sendable (_ resolver: inout Resolver) throws -> Instance
    ) where Instance: Sendable {
        let tag = tag?.tag
        self.init { $0.register(lifetime, tag: tag, file: file, line: line, factory: factory) }
    }

    /// Creates a definition whose instances the container keeps, and whose factory takes no
    /// parameters.
    ///
    /// - Parameters:
    ///   - lifetime: How long instances live.
    ///   - tag: Distinguishes several definitions of one type.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - factory: Makes an instance.
    public init(
        _ lifetime: Lifetime.Caching,
        tag: (any TagConvertible)? = nil,
        file: StaticString = #fileID,
        line: UInt32 = #line,
        factory: @escaping @Sendable () throws -> Instance
    ) where Instance: Sendable {
        let tag = tag?.tag
        self.init { $0.register(lifetime, tag: tag, file: file, line: line, factory: factory) }
    }

    /// Adds an injection step, which runs after the factory.
    ///
    /// Works like ``Definition/injecting(_:)``.
    ///
    /// - Parameter step: Gets the resolver and the instance.
    /// - Returns: The definition with the step.
    public func injecting(
        _ step:
            @escaping @Sendable (_ resolver: inout Resolver, _ instance: Instance) throws -> Void
    ) -> Self {
        refined { $0.injecting(step) }
    }

    /// Adds an injection step for the instances that are made in a scope of a name.
    ///
    /// Works like ``Definition/injecting(in:_:)``.
    ///
    /// - Parameters:
    ///   - name: The name of the scope.
    ///   - step: Gets the resolver and the instance.
    /// - Returns: The definition with the step.
    public func injecting(
        in name: ScopeName,
        _ step:
            @escaping @Sendable (_ resolver: inout Resolver, _ instance: Instance) throws -> Void
    ) -> Self {
        refined { $0.injecting(in: name, step) }
    }

    /// Adds a callback that runs when the outermost resolve that made an instance is over.
    ///
    /// Works like ``Definition/didResolve(_:)``.
    ///
    /// - Parameter callback: Gets the instance.
    /// - Returns: The definition with the callback.
    public func didResolve(_ callback: @escaping @Sendable (Instance) -> Void) -> Self {
        refined { $0.didResolve(callback) }
    }

    /// Unavailable: a callback gets the instance and no resolver.
    ///
    /// - Parameter callback: Gets a resolver and the instance.
    /// - Returns: The definition.
    @available(
        *,
        unavailable,
        message: """
            a callback gets only the instance: 'didResolve { instance in … }'; to resolve something for \
            the instance, add a step: 'injecting { resolver, instance in … }'
            """
    )
    @_disfavoredOverload
    public func didResolve(
        _ callback: @escaping @Sendable (inout Resolver, Instance) throws -> Void
    ) -> Self {
        self
    }

    /// Makes this definition resolve another type, too.
    ///
    /// Works like ``Definition/implements(_:tag:file:line:_:)``.
    ///
    /// - Parameters:
    ///   - type: The other type.
    ///   - tag: A tag for the other type.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - convert: Converts the instance to the other type: `{ $0 }` wherever that compiles.
    /// - Returns: The definition, which resolves both types.
    public func implements<Other>(
        _ type: Other.Type,
        tag: (any TagConvertible)? = nil,
        file: StaticString = #fileID,
        line: UInt32 = #line,
        _ convert: @escaping @Sendable (Instance) -> Other
    ) -> Self {
        let tag = tag?.tag
        return refined { $0.implements(Other.self, tag: tag, file: file, line: line, convert) }
    }

    /// Makes the definition answer requests with any tag, too.
    ///
    /// Works like ``Definition/forAnyTag()``.
    ///
    /// - Returns: The definition for any tag.
    public func forAnyTag() -> Self { refined { $0.forAnyTag() } }

    /// Makes validation count the definition's factory as seen.
    ///
    /// Works like ``Definition/seen()``.
    ///
    /// - Returns: The definition that counts as seen.
    public func seen() -> Self { refined { $0.seen() } }

    /// Lets the definition coexist with others of the same key.
    ///
    /// Works like ``Definition/contributing()``.
    ///
    /// - Returns: The contributing definition.
    public func contributing() -> Self { refined { $0.contributing() } }

    /// Makes the definition take the place of every other one of its type and tag.
    ///
    /// Works like ``Definition/replacing(_:)``.
    ///
    /// - Parameter replacement: `.sameParameters` to replace only the definitions with the same
    ///   parameters.
    /// - Returns: The replacing definition.
    public func replacing(_ replacement: Graph.Node.Replacement = .anyParameters) -> Self {
        refined { $0.replacing(replacement) }
    }

    /// Returns the definition with a refinement that is applied wherever it is registered.
    ///
    /// - Parameter refine: Gets the registered definition.
    /// - Returns: The refined definition.
    public func refined(_ refine: @escaping @Sendable (Definition<Instance>) -> Void) -> Self {
        var copy = self
        copy.refinements.append(refine)
        return copy
    }
}

extension ModuleDefinition: StoredDefinition {
    func register(in container: Container) {
        let definition = register(container)
        for refine in refinements { refine(definition) }
    }
}
