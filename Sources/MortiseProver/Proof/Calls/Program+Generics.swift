// SPDX-License-Identifier: MIT

// What the generic parameters of a body stand for, which may be another one than the call names:
// those of a requirement are numbered in another way than those of what meets it.
extension Program {
    /// What the generic parameters of a body stand for in a call.
    ///
    /// - Parameters:
    ///   - reference: What the call names.
    ///   - body: What runs: that function, or one that overrides or meets it.
    ///   - type: The type of the receiver at run time, if it is known.
    /// - Returns: What is known of them.
    func substitutions(
        _ reference: Reference,
        for body: Function,
        of type: SwiftType?
    ) -> Substitutions {
        let named = functions[reference.usr]
        if named === body { return reference.substitutions }
        let depth = genericDepth(of: body.owner)
        let namedDepth = named.map { genericDepth(of: $0.owner) } ?? 1
        var known = body.owner.map { substitutions(of: type, in: $0) } ?? [:]
        if isProtocol(body.owner), named.map({ isProtocol($0.owner) }) ?? true {
            let written = reference.substitutions[.own]
            if written?.isConcrete ?? false { known[.own] = written }
        }
        for (parameter, type) in reference.substitutions where parameter.depth >= namedDepth {
            let moved = SwiftType.GenericParameter(
                depth: parameter.depth - namedDepth + depth,
                index: parameter.index
            )
            known[moved] = type
        }
        return known
    }

    /// What the generic parameters that a type declares stand for in an instance, perhaps of a subclass,
    /// or of what conforms to it.
    func substitutions(of type: SwiftType?, in owner: SwiftType) -> Substitutions {
        guard var type else { return [:] }
        if isProtocol(owner) { return mayBeWidened(type) ? [:] : [.own: type] }
        while type.withoutArguments != owner.withoutArguments {
            guard let superclass = self.type(type)?.superclass else { return [:] }
            type = superclass.substituting(type.substitutions)
        }
        return type.substitutions
    }

    /// The functions that may answer a requirement for an instance of a type.
    ///
    /// An optional may conform itself; which of the two is meant, only the static type says.
    func witnesses(of requirement: Reference, forInstanceOf type: SwiftType) -> [Function] {
        switch requirement.substitutions[.own] {
        case let own? where own.wrapped != nil: return witness(of: requirement, for: own)
        case .dynamic? where isOptional(meeting: requirement): return witnesses(of: requirement)
        default: return witness(of: requirement, for: type)
        }
    }

    /// Whether optionals conform to the protocol that declares a requirement.
    func isOptional(meeting requirement: Reference) -> Bool {
        let owner = functions[requirement.usr]?.owner ?? variables[requirement.usr]?.owner
        guard let owner, let usr = usrs[owner.withoutArguments] else { return false }
        return conformances[SwiftType("Swift.Optional")]?.contains(usr) ?? false
    }

    /// Whether a value of a type may count as one of a superclass where what is generic is made for it.
    func mayBeWidened(_ type: SwiftType) -> Bool { self.type(type)?.superclass != nil }

    /// Whether what owns a member is a protocol.
    func isProtocol(_ owner: SwiftType?) -> Bool {
        if case .existential? = owner { return true }
        return owner.flatMap { type($0) }?.kind == .protocol
    }

    /// How deep the generic parameters of a method are that belongs to a type.
    private func genericDepth(of owner: SwiftType?) -> Int {
        if isProtocol(owner) { return 1 }
        guard let owner, case .nominal(let path, _) = type(owner)?.type ?? owner else { return 0 }
        return path.count { $0.arity > 0 }
    }
}

extension SwiftType.GenericParameter {
    /// What stands for `Self` in a protocol.
    static let own = SwiftType.GenericParameter(depth: 0, index: 0)
}
