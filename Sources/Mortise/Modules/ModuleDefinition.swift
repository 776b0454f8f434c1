// SPDX-License-Identifier: MIT

/// A definition as a value, which a ``DefinitionModule`` stores and registers in each container
/// that it is installed in.
///
/// ```swift
/// let client = ModuleDefinition(.singleton) { HTTPClient() as any API }
/// let screen = ModuleDefinition { (resolver: inout Resolver, id: Int) in
///     try Screen(id: id, api: resolver.resolve())
/// }
/// ```
public struct ModuleDefinition<Instance>: UnisolatedDefinition {
    private let register: @Sendable (Container) -> Definition<Instance>?
    private var refinements: [@Sendable (Definition<Instance>) -> Void] = []

    private init(_ register: @escaping @Sendable (Container) -> Definition<Instance>?) {
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

extension ModuleDefinition where Instance == Never {
    /// Creates a value that declares something in each container where it is registered, and that
    /// makes nothing: an input, a collection or a decorator.
    ///
    /// ```swift
    /// let user = ModuleDefinition.declaring { $0.expects(User.self, in: .login) }
    /// let plugins = ModuleDefinition.declaring { $0.declaresCollection(of: (any Plugin).self) }
    /// ```
    ///
    /// There is no definition that a modifier could refine.
    ///
    /// - Parameter declare: Gets the container. Runs once for each installation, outside all locks.
    /// - Returns: The declaration.
    public static func declaring(_ declare: @escaping @Sendable (Container) -> Void) -> Self {
        Self {
            declare($0)
            return nil
        }
    }
}

extension ModuleDefinition: StoredDefinition {
    func register(in container: Container) {
        guard let definition = register(container) else { return }
        for refine in refinements { refine(definition) }
    }
}
