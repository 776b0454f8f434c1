// SPDX-License-Identifier: MIT

/// Dip 4.3's name for ``Definition``, with the factory's type in place of the arguments' type.
///
/// Swift cannot derive the arguments from the factory's type, so this name works only for definitions without
/// arguments: `DefinitionOf<Service, () throws -> Service>`.
@available(
    *,
    deprecated,
    message: """
        write Definition<T, U>: U is Void for '() throws -> T', A for '(A) throws -> T', (A, B) for \
        '(A, B) throws -> T'
        """
)
public typealias DefinitionOf<T, F> = Definition<T, Void>
