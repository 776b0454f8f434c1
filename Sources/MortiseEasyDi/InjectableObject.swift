// SPDX-License-Identifier: MIT

// EasyDi's names for closures without a static type. `define` and `addSubstitution` take closures of any
// type.

/// An object of any type.
public typealias InjectableObject = Any

/// Makes an object.
public typealias ObjectInitClosure = () -> InjectableObject

/// Completes an object, and returns it or a replacement.
public typealias ObjectInjectClosure = (InjectableObject) -> InjectableObject

/// Makes a replacement for a member's object.
public typealias SubstitutionClosure = () -> InjectableObject
