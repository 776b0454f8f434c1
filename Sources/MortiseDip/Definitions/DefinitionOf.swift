// SPDX-License-Identifier: MIT

/// What 4.3 called ``Definition``, with the type of the factory instead of that of the arguments.
///
/// The language cannot take the arguments out of the factory's type, so this name is for definitions
/// without: `DefinitionOf<Service, () throws -> Service>`.
@available(
    *,
    deprecated,
    message: "write Definition<T, U>; U is Void, or the type of the arguments"
)
public typealias DefinitionOf<T, F> = Definition<T, Void>
