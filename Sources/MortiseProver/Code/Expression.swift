// SPDX-License-Identifier: MIT

/// A type-checked expression: what happens when it runs, and what a value it gives is made of.
///
/// Conversions that the compiler inserted are left out: what is inside them stands for them. What
/// the prover has no use for is ``Kind/other(_:)``, whose parts still run.
package final class Expression: Sendable {
    /// What the expression is.
    package let kind: Kind

    /// Its type.
    package let type: SwiftType

    /// Its place.
    ///
    /// Inside an expansion of a macro, this is the place of the macro.
    package let place: Place

    /// Whether it is a call that may throw.
    package let canThrow: Bool

    /// What the generic parameters of a local function stand for here.
    package let substitutions: Substitutions

    package init(
        _ kind: Kind,
        type: SwiftType,
        at place: Place,
        canThrow: Bool = false,
        substitutions: Substitutions = [:]
    ) {
        self.kind = kind
        self.type = type
        self.place = place
        self.canThrow = canThrow
        self.substitutions = substitutions
    }
}

extension Expression {
    /// What an expression is.
    package indirect enum Kind: Sendable {
        /// A call of a function, method, initializer, closure or operator.
        ///
        /// The callee of a method is a ``member(_:_:)`` that names it, and that of an initializer a
        /// ``member(_:_:)`` of a ``typeValue(_:)``.
        case call(Expression, [Argument])

        /// A function, a global or static variable, or an initializer that is not called here.
        case reference(Reference)

        /// A local variable, a parameter, or `self`, by its name.
        case local(String)

        /// A property, subscript-free, or a method of a value; of a type if the base is a
        /// ``typeValue(_:)``.
        case member(Expression, Reference)

        /// A case of an enumeration, without its payload. With a payload it is called.
        case enumCase(Reference)

        /// A closure.
        case closure(Closure)

        /// A type as a value, such as `(any Clock).self`.
        case typeValue(SwiftType)

        /// The type that a value has at run time: `type(of: x)`, and `Self`.
        case typeOf(Expression)

        /// A string without interpolation.
        case string(String)

        /// A string of parts, which the standard library puts together.
        case text([Expression])

        /// An integer.
        case integer(Int)

        /// A truth value.
        case boolean(Bool)

        /// `nil`.
        case none

        /// `#file`, `#fileID`, `#function`, `#line` and their like, by the name of their kind.
        case magic(String)

        /// A literal array, or the elements of a variadic parameter.
        case array([Expression])

        /// A literal dictionary.
        case dictionary([(key: Expression, value: Expression)])

        /// A tuple.
        case tuple([(label: String?, value: Expression)])

        /// An element of a tuple, by its index.
        case element(Expression, Int)

        /// A key path of properties, or `nil` for other components.
        case keyPath([Reference]?)

        /// `condition ? first : second`, and `if` as an expression with two branches.
        case conditional(Expression, Expression, Expression)

        /// A statement whose branches give the value: `if`, `switch` and `do` as expressions.
        case statement(Statement)

        /// An assignment.
        case assign(Expression, to: Expression)

        /// `try!`: the program ends if the inside throws.
        case forcedTry(Expression)

        /// `try?`: `nil` if the inside throws.
        case optionalTry(Expression)

        /// A value inside an optional: `x?`, as a part of ``optionalChain(_:)``.
        case bindOptional(Expression)

        /// An optional chain, which gives `nil` if a ``bindOptional(_:)`` inside finds `nil`.
        case optionalChain(Expression)

        /// `x!`.
        case forced(Expression)

        /// `x as? T` and `x as! T`, and `x is T`.
        case cast(Expression, SwiftType, Cast)

        /// A value whose type a conversion erased or widened: to an existential, a superclass or an
        /// optional. The type of the inside may be what counts at run time.
        case converted(Expression)

        /// The default value of a parameter, by the number of the parameter.
        case defaultArgument(Reference, Int)

        /// What the compiler could not check. Nothing near it is proven.
        case error

        /// `&x`, also where a mutating method is called on `x`.
        case inOut(Expression)

        /// A value of which nothing is known, with the parts that run.
        case other([Expression])

        /// A kind that this reader does not know, by its name, with the parts that run.
        case unsupported(String, [Expression])
    }

    /// A kind of cast that is checked at run time.
    package enum Cast: Sendable {
        case conditional
        case forced
        case test
    }

    /// An argument of a call.
    package struct Argument: Sendable {
        /// The label, or none.
        package let label: String?

        /// The value.
        package let value: Expression

        /// Whether it is passed `inout`.
        package let isInout: Bool

        package init(label: String? = nil, _ value: Expression, isInout: Bool = false) {
            self.label = label
            self.value = value
            self.isInout = isInout
        }

        /// Whether it is not written, and the function's own default is taken.
        package var isDefault: Bool {
            if case .defaultArgument = value.kind { true } else { false }
        }
    }

    /// A closure.
    package final class Closure: Sendable {
        /// The parameters, in order.
        ///
        /// An auto-wired function that is passed unapplied has its own.
        package let parameters: [Function.Parameter]

        /// What runs.
        ///
        /// An expression is a `return` of it.
        package let body: [Statement]

        /// Whether it is the body of an `@autoclosure`, or one that the compiler made around a
        /// function that is passed unapplied.
        package let isImplicit: Bool

        /// Whether its type is `async`.
        package let isAsync: Bool

        /// Whether it belongs to the main actor.
        package let isMainActor: Bool

        /// Whether it may run after the call that it is given to.
        package let isEscaping: Bool

        /// What its capture list names: a name and the value that it has when the closure is made.
        package let captures: [(name: String, value: Expression)]

        package init(
            parameters: [Function.Parameter],
            body: [Statement],
            isImplicit: Bool,
            isAsync: Bool,
            isMainActor: Bool,
            isEscaping: Bool = true,
            captures: [(name: String, value: Expression)]
        ) {
            self.parameters = parameters
            self.body = body
            self.isImplicit = isImplicit
            self.isAsync = isAsync
            self.isMainActor = isMainActor
            self.isEscaping = isEscaping
            self.captures = captures
        }
    }
}

/// A reference to a declaration.
package struct Reference: Hashable, Sendable {
    /// The compiler's name of the declaration (USR), such as `s:7Mortise9ContainerC7resolveyxxmKlF`.
    package let usr: String

    /// The base name, such as `resolve`, `init` or `subscript`.
    package let name: String

    /// What the declaration's generic parameters stand for here, by their depth and index.
    package let substitutions: Substitutions

    /// Whether a property is read and written as it is stored: no observer is told.
    package let isStored: Bool

    package init(
        usr: String,
        name: String,
        substitutions: Substitutions = [:],
        isStored: Bool = false
    ) {
        self.usr = usr
        self.name = name
        self.substitutions = substitutions
        self.isStored = isStored
    }
}

/// A place in source code.
package struct Place: Hashable, Sendable {
    /// The number of the file in ``Program/files``.
    package let file: Int

    /// The offset of the first byte.
    package let start: Int

    /// The offset of the first byte of the last token.
    package let end: Int

    package init(file: Int, start: Int, end: Int) {
        self.file = file
        self.start = start
        self.end = end
    }
}
