// SPDX-License-Identifier: MIT

/// A type, as the compiler's mangled name says it.
///
/// Sugar is gone: an array is `Swift.Array`, an optional `Swift.Optional`, an alias what it stands
/// for. Two types are equal if they are the same type.
package indirect enum SwiftType: Hashable, Sendable {
    /// A class, structure, enumeration or actor, with its path, such as `["App", "Outer", "Inner"]`,
    /// and the arguments of it and of what it is nested in, outermost first.
    ///
    /// A path that a private or local context is a part of has a component for that which differs
    /// from file to file or from function to function.
    case nominal([PathComponent], [SwiftType])

    /// `any P & Q`, without its `any`; `Any` without protocols. With the superclass, if it has one.
    case existential([[PathComponent]], superclass: SwiftType?, isClassBound: Bool)

    /// `any P<A>`: an existential with same-type requirements.
    case parameterized(SwiftType, [SameType])

    /// A function.
    case function(FunctionType)

    /// A tuple. `Void` has no elements.
    case tuple([TupleElement])

    /// The type of a type: `T.Type` and `any P.Type`.
    case metatype(SwiftType)

    /// The pack that a parameter pack stands for.
    case pack([SwiftType])

    /// A generic parameter, by depth and index.
    case parameter(GenericParameter)

    /// A member of a generic parameter, and whatever depends on generic parameters otherwise, as the
    /// compiler spells it.
    case dependent(String)

    /// `some P`: the USR of the declaration it is the result of, and `#1` and so on for the second
    /// and later ones. The underlying type is what counts at run time.
    case opaque(String)

    /// The type that a value has at run time, where the compiler knows one above it: `Self` in a class,
    /// and what a call finds in an existential.
    case dynamic(SwiftType)

    /// A type that the compiler could not find, or that this reader does not know.
    case unknown(String)

    /// `Void`.
    package static let void = SwiftType.tuple([])
}

extension SwiftType {
    /// A component of a path.
    package struct PathComponent: Hashable, Sendable {
        /// The name.
        package var name: String

        /// What tells it from others of its name: the file of a private declaration, the number
        /// of a local one, `function` and its type for a function that a type is declared in,
        /// and `extension in` and the module for a type that such an extension extends.
        ///
        /// Empty otherwise.
        package var discriminator: String

        /// How many of the type's arguments are its own, not those of what it is nested in.
        package var arity: Int

        package init(_ name: String, discriminator: String = "", arity: Int = 0) {
            self.name = name
            self.discriminator = discriminator
            self.arity = arity
        }

        // The arity follows from the rest, and a path that is written by hand does not say it.
        package static func == (first: PathComponent, second: PathComponent) -> Bool {
            first.name == second.name && first.discriminator == second.discriminator
        }

        package func hash(into hasher: inout Hasher) {
            hasher.combine(name)
            hasher.combine(discriminator)
        }
    }

    /// An element of a tuple.
    package struct TupleElement: Hashable, Sendable {
        package var label: String?
        package var type: SwiftType

        package init(label: String? = nil, _ type: SwiftType) {
            self.label = label
            self.type = type
        }
    }

    /// What `any P<A>` says of an associated type.
    package struct SameType: Hashable, Sendable {
        /// `Self.App.P.A`, as the run time spells it.
        package var name: String
        package var type: SwiftType

        package init(_ name: String, _ type: SwiftType) {
            self.name = name
            self.type = type
        }
    }

    /// A generic parameter.
    package struct GenericParameter: Hashable, Sendable {
        package var depth: Int
        package var index: Int

        package init(depth: Int, index: Int) {
            self.depth = depth
            self.index = index
        }

        /// What stands for `Self` in a class.
        package static let dynamicSelf = GenericParameter(depth: -1, index: 0)
    }

    /// The type of a function.
    package struct FunctionType: Hashable, Sendable {
        package var parameters: [SwiftType]
        /// The positions of parameters that are `inout`.
        package var inoutParameters: Set<Int>
        /// What else is said of parameters, such as `sending`, `isolated` and `...`, by position.
        package var parameterAttributes: [Int: [String]] = [:]
        package var result: SwiftType
        package var isAsync: Bool
        package var isThrowing: Bool
        package var isSendable: Bool
        /// The global actor, if it belongs to one.
        package var globalActor: [PathComponent]?
        /// The type of the errors, if it is written.
        package var thrown: SwiftType?
        /// Whether the function is escaping, `nonisolated(nonsending)` and so on, by the names of
        /// the demangler's nodes, in order.
        package var attributes: [String]

        package init(
            parameters: [SwiftType],
            inoutParameters: Set<Int> = [],
            result: SwiftType,
            isAsync: Bool = false,
            isThrowing: Bool = false,
            isSendable: Bool = false,
            globalActor: [PathComponent]? = nil,
            thrown: SwiftType? = nil,
            attributes: [String] = []
        ) {
            self.parameters = parameters
            self.inoutParameters = inoutParameters
            self.result = result
            self.isAsync = isAsync
            self.isThrowing = isThrowing
            self.isSendable = isSendable
            self.globalActor = globalActor
            self.thrown = thrown
            self.attributes = attributes
        }
    }
}

/// What generic parameters stand for.
package typealias Substitutions = [SwiftType.GenericParameter: SwiftType]

extension SwiftType {
    /// The type with generic parameters replaced; those that are missing stay.
    package func substituting(_ substitutions: Substitutions) -> SwiftType {
        if substitutions.isEmpty { return self }
        return replacing { type in
            switch type {
            case .parameter(let parameter): substitutions[parameter]
            case .dynamic(.nominal): substitutions[.dynamicSelf]
            default: nil
            }
        }
    }

    /// The type with ``dynamic(_:)`` of another one wherever that is mentioned.
    func opening(_ other: SwiftType) -> SwiftType {
        replacing { $0 == other ? .dynamic(other) : nil }
    }

    /// The type with parts replaced, itself or of what it consists of.
    private func replacing(_ replacement: (SwiftType) -> SwiftType?) -> SwiftType {
        if let replaced = replacement(self) { return replaced }
        func all(_ types: [SwiftType]) -> [SwiftType] { types.map { $0.replacing(replacement) } }
        switch self {
        case .nominal(let path, let arguments): return .nominal(path, all(arguments))
        case .function(var function):
            function.parameters = all(function.parameters)
            function.result = function.result.replacing(replacement)
            return .function(function)
        case .tuple(let elements):
            return .tuple(
                elements.map { TupleElement(label: $0.label, $0.type.replacing(replacement)) }
            )
        case .metatype(let type): return .metatype(type.replacing(replacement))
        case .pack(let types): return .pack(all(types))
        case .existential(let protocols, let superclass, let isClassBound):
            return .existential(
                protocols,
                superclass: superclass?.replacing(replacement),
                isClassBound: isClassBound
            )
        case .parameterized(let type, let requirements):
            return .parameterized(
                type.replacing(replacement),
                requirements.map { SameType($0.name, $0.type.replacing(replacement)) }
            )
        case .parameter, .dependent, .opaque, .dynamic, .unknown: return self
        }
    }

    /// What the generic parameters of a type, and of those that it is nested in, stand for.
    var substitutions: Substitutions {
        guard case .nominal(let path, let arguments) = self else { return [:] }
        let arities = path.map(\.arity).filter { $0 > 0 }
        guard arities.reduce(0, +) == arguments.count else { return [:] }
        var (substitutions, rest) = (Substitutions(), arguments[...])
        for (depth, arity) in arities.enumerated() {
            for index in 0..<arity {
                substitutions[GenericParameter(depth: depth, index: index)] = rest.removeFirst()
            }
        }
        return substitutions
    }

    /// Whether nothing of it depends on generic parameters or is unknown.
    package var isConcrete: Bool {
        switch self {
        case .nominal(_, let arguments), .pack(let arguments):
            arguments.allSatisfy(\.isConcrete)
        case .existential(_, let superclass, _): superclass?.isConcrete ?? true
        case .parameterized(let type, let requirements):
            type.isConcrete && requirements.allSatisfy(\.type.isConcrete)
        case .function(let function):
            function.parameters.allSatisfy(\.isConcrete) && function.result.isConcrete
        case .tuple(let elements): elements.allSatisfy(\.type.isConcrete)
        case .metatype(let type): type.isConcrete
        case .parameter, .dependent, .opaque, .dynamic, .unknown: false
        }
    }
}

extension SwiftType {
    /// Creates a type that is not nested and has no arguments, such as `"Mortise.Container"`.
    package init(_ qualified: String) {
        self = .nominal(qualified.split(separator: ".").map { PathComponent(String($0)) }, [])
    }

    /// The existential that a value of the type, or the type of a value, is taken out of.
    var existential: SwiftType {
        switch self {
        case .metatype(let type), .dynamic(let type): type.existential
        default: self
        }
    }

    /// Whether only the run time knows which type it is.
    var isUndetermined: Bool {
        switch self {
        case .parameter, .dependent, .opaque, .dynamic, .unknown: true
        default: false
        }
    }

    /// What the optional wraps, if it is one.
    package var wrapped: SwiftType? { argument(of: "Optional") }

    /// What the array holds, if it is one.
    package var element: SwiftType? { argument(of: "Array") }

    private func argument(of name: String) -> SwiftType? {
        guard case .nominal(let path, let arguments) = self, arguments.count == 1,
            path.map(\.name) == ["Swift", name]
        else { return nil }
        return arguments[0]
    }

    /// The dotted path of a nominal type, such as `Mortise.Container`, or `nil`.
    package var path: String? {
        switch self {
        case .nominal(let path, _): path.map(\.name).joined(separator: ".")
        case .dynamic(let type): type.path
        default: nil
        }
    }
}

extension SwiftType {
    /// A nominal type without the arguments of it and of what it is nested in.
    package var withoutArguments: SwiftType {
        switch self {
        case .nominal(let path, _): .nominal(path, [])
        case .dynamic(let type): type.withoutArguments
        default: self
        }
    }

    /// How many types it consists of.
    var size: Int {
        var size = 0
        visit { _ in size += 1 }
        return size
    }

    /// Goes through the type and the types that it consists of.
    func visit(_ see: (SwiftType) -> Void) {
        see(self)
        switch self {
        case .nominal(_, let parts), .pack(let parts): for part in parts { part.visit(see) }
        case .existential(_, let superclass, _): superclass?.visit(see)
        case .parameterized(let type, let requirements):
            type.visit(see)
            for requirement in requirements { requirement.type.visit(see) }
        case .metatype(let type), .dynamic(let type): type.visit(see)
        case .function(let function):
            for part in function.parameters + [function.result] { part.visit(see) }
        case .tuple(let elements): for element in elements { element.type.visit(see) }
        case .parameter, .dependent, .opaque, .unknown: break
        }
    }
}
