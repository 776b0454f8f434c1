// SPDX-License-Identifier: MIT

// What EasyDi calls the types of its closures where it does not say what they make. `define` and
// `addSubstitution` take closures of any type.

/// What an assembly defines: anything.
public typealias InjectableObject = Any

/// Makes an object.
public typealias ObjectInitClosure = () -> InjectableObject

/// Completes an object, and returns it or what is to take its place.
public typealias ObjectInjectClosure = (InjectableObject) -> InjectableObject

/// Makes something in place of what a member makes.
public typealias SubstitutionClosure = () -> InjectableObject
