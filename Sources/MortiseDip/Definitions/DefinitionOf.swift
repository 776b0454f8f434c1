// SPDX-License-Identifier: MIT

/// What 4.3 called ``Definition``, with the type of the factory instead of that of the arguments.
///
/// The language cannot take the arguments out of the factory's type, so this name is for definitions
/// without: `DefinitionOf<Service, () throws -> Service>`.
@available(
    *,
    deprecated,
    message: """
        write Definition<T, U>: U is Void for '() throws -> T', A for '(A) throws -> T', (A, B) for \
        '(A, B) throws -> T'
        """
)
public typealias DefinitionOf<T, F> = Definition<T, Void>
