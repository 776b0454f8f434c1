// SPDX-License-Identifier: MIT

import MortiseGraph

// For vocabularies whose keys are metatypes, and whose users call a factory themselves.

extension Container {
    /// Resolves an instance that a builder makes, which gets the factory and need not call it.
    ///
    /// An instance from elsewhere is completed like one that the factory made.
    ///
    /// In a caching lifetime a kept instance is returned without calling the builder, unless only the
    /// builder knows the arguments.
    ///
    /// - Parameters:
    ///   - type: The type to resolve.
    ///   - tag: The tag.
    ///   - arguments: The type of the tuple of run-time arguments, or of the only argument;
    ///     `Void.self` for none.
    ///   - prepare: Runs first on an instance from elsewhere.
    ///   - builder: Gets the factory, and makes the instance. Where arguments tell instances apart,
    ///     it is always called, once, and the factory returns the kept instance or makes a complete
    ///     one.
    /// - Returns: The instance.
    /// - Throws: What resolving throws.
    package func resolve<T, Arguments>(
        _ type: T.Type,
        tag: DefinitionTag?,
        arguments: Arguments.Type,
        preparing prepare: ((T) -> Void)? = nil,
        builder: (_ factory: @escaping (Arguments) throws -> T) throws -> T
    ) throws -> T {
        try withoutActuallyEscaping(builder) { builder in
            try inSession { caller in
                let maker = BuilderMaker<Arguments, T>(preparing: prepare, builder)
                let caller = caller.following(.fallingBack)
                return try Request(T.self, tag: tag, caller, maker).resolve()
            }
        }
    }

    /// Resolves an instance of a type known only at run time, which a builder makes.
    ///
    /// - Throws: What resolving throws; ``ResolutionError`` with code `type-mismatch` if the
    ///   builder makes an instance of another type.
    package func resolve<Arguments>(
        dynamically type: Any.Type,
        tag: DefinitionTag?,
        arguments: Arguments.Type,
        preparing prepare: ((Any) -> Void)? = nil,
        builder: (_ factory: @escaping (Arguments) throws -> Any) throws -> Any
    ) throws -> Any {
        func open<T>(_: T.Type) throws -> Any {
            try resolve(T.self, tag: tag, arguments: arguments, preparing: prepare) {
                factory -> T in
                let instance = try builder { try factory($0) }
                if let instance = instance as? T { return instance }
                throw ResolutionError.notOfType(
                    T.self,
                    instance,
                    hint: "make an instance of \(TypeName(of: T.self)), or pass on the factory's",
                    in: ThreadRecord.make().pointee.frame,
                    container: self
                )
            }
        }
        return try open(type)
    }
}
