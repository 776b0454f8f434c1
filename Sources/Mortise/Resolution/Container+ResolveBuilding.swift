// SPDX-License-Identifier: MIT

import MortiseGraph

// What vocabularies need that go by metatypes, and let their users call a factory themselves.

extension Container {
    /// Resolves an instance that somebody makes who is given the factory, and need not call it: an
    /// instance from elsewhere is completed like one of the factory's.
    ///
    /// In a scope that keeps instances, one that is kept already is given, and nobody is asked who does not know
    /// the arguments alone.
    ///
    /// - Parameters:
    ///   - type: What to resolve.
    ///   - tag: The tag.
    ///   - arguments: The type of the tuple of run-time arguments, or of the only one; `Void.self` for
    ///     none.
    ///   - prepare: Announces what is to be done first with an instance from elsewhere.
    ///   - builder: Gets the factory, and makes the instance. Where arguments tell instances apart it is always
    ///     asked, once, and the factory gives the instance that is kept, or makes one that is complete.
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
                return try Request(T.self, tag: tag, caller, maker).resolve()
            }
        }
    }

    /// The same for a type that is known at run time only.
    ///
    /// - Throws: Also ``ResolutionError`` with code `type-mismatch`, if the builder makes something else.
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
