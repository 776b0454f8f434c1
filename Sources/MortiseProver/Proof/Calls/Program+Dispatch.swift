// SPDX-License-Identifier: MIT

import MortiseGraph

// Which body a call runs.
extension Program {
    /// The type that the program declares, if it does.
    func type(_ type: SwiftType) -> NominalType? {
        usrs[type.withoutArguments].flatMap { types[$0] }
    }

    /// A type and its superclasses, nearest first.
    func superclasses(of type: SwiftType) -> [SwiftType] {
        var chain = [type]
        while let next = chain.last.flatMap({ self.type($0) })?.superclass, chain.count < 32 {
            chain.append(next)
        }
        return chain
    }

    /// What a method is on an instance of exactly some class: itself, or what overrides it.
    ///
    /// - Parameters:
    ///   - function: The method.
    ///   - type: The class.
    ///   - isMeant: Whether one counts.
    /// - Returns: The nearest one.
    func implementation(
        of function: Function,
        in type: SwiftType,
        where isMeant: (Function) -> Bool = { _ in true }
    ) -> Function {
        for owner in superclasses(of: type) {
            for own in methods[owner.withoutArguments] ?? []
            where isMeant(own) && overrides(own, function) {
                return own
            }
        }
        return function
    }

    /// A method and all that override it.
    func implementations(of function: Function) -> [Function] {
        var all = [function]
        var next = 0
        while next < all.count {
            all += overriding[all[next].usr, default: []]
            next += 1
        }
        return all
    }

    private func overrides(_ function: Function, _ base: Function) -> Bool {
        var next: Function? = function
        while let one = next {
            if one === base { return true }
            next = one.overrides.flatMap { functions[$0] }
        }
        return false
    }

    /// The function that answers a requirement of a protocol for a type; `nil` if it is not read.
    ///
    /// The type that declares the conformance decides: a subclass's method does not replace what
    /// an extension of the protocol gives.
    func witness(of requirement: Reference, for type: SwiftType) -> [Function] {
        let wanted = functions[requirement.usr]
        if let base = wanted?.overrides, functions[base] != nil {
            // One that is declared again has no witness of its own.
            return witness(of: Reference(usr: base, name: requirement.name), for: type)
        }
        if wanted?.isStatic ?? true, isCase(requirement.name, of: type) { return [] }
        let labels =
            wanted?.parameters.map(\.label)
            ?? symbols[requirement.usr]?.labels?.map {
                $0 == "_" ? nil : $0
            }
        func fits(_ function: Function) -> Bool {
            function.body != nil && function.name == requirement.name
                && (wanted == nil || wanted?.isStatic == function.isStatic)
                && (labels == nil || function.parameters.map(\.label) == labels)
                && (wanted == nil || types(of: wanted, fit: function))
        }
        /// Whether it is the witness for certain, and not what an extension of the protocol gives.
        func isSure(_ function: Function) -> Bool {
            guard let owner = function.owner, self.type(owner) != nil,
                function.result.isConcrete || !(wanted?.result.isConcrete ?? false),
                wanted?.signature.map({ function.signature?.meets($0) ?? false }) ?? true
            else { return false }
            return isForAllArguments(owner, at: function.place)
        }
        var chain = superclasses(of: type)
        let isKnown = conforming(chain, to: wanted?.owner)
        if let isKnown { chain = Array(chain[isKnown...]) }
        for owner in chain {
            let own = (methods[owner.withoutArguments] ?? []).filter(fits)
            guard !own.isEmpty else { continue }
            let given = isKnown == nil ? own : own.map { implementation(of: $0, in: type) }
            return isKnown != nil && own.allSatisfy(isSure)
                ? given : given + defaults(for: wanted, type).filter(fits)
        }
        return defaults(for: wanted, type).filter(fits)
    }

    /// The position of the class among its superclasses that declares a conformance.
    private func conforming(_ chain: [SwiftType], to owner: SwiftType?) -> Int? {
        guard let owner, let usr = usrs[owner.withoutArguments] else { return nil }
        return chain.lastIndex { conformances[$0.withoutArguments]?.contains(usr) ?? false }
    }

    /// The USRs of the protocols that a type conforms to, itself or through others.
    func protocols(of type: SwiftType) -> Set<String> {
        var all: Set<String> = []
        var waiting = superclasses(of: type).flatMap { conformances[$0.withoutArguments] ?? [] }
        while let next = waiting.popLast() {
            guard all.insert(next).inserted, let known = types[next] else { continue }
            waiting += conformances[known.type.withoutArguments] ?? []
        }
        return all
    }

    /// The methods of a type, and those that its superclasses and protocols give it.
    func allMethods(of type: SwiftType) -> [Function] { members(of: type, in: methods) }

    /// The members of a type, and those that its superclasses and protocols give it.
    func members<Member>(of type: SwiftType, in members: [SwiftType: [Member]]) -> [Member] {
        let protocols = protocols(of: type).sorted().compactMap { types[$0]?.type }
        return (superclasses(of: type) + protocols).flatMap { members[$0.withoutArguments] ?? [] }
    }

    /// What makes a property wrapper that the program declares of a value, if it can be made so.
    func initializer(ofWrapper type: SwiftType) -> Function? {
        methods[type.withoutArguments]?.first {
            $0.name == "init" && $0.parameters.first?.label == "wrappedValue"
        }
    }

    /// The types that conform to a protocol.
    private func conformers(to owner: SwiftType?) -> [SwiftType] {
        guard let owner, let usr = usrs[owner.withoutArguments] else { return [] }
        return conformances.keys.filter {
            type($0)?.kind != .protocol && protocols(of: $0).contains(usr)
        }
    }

    /// The types that an initializer may make an instance of; none if not all of them are read.
    func types(with initializer: Reference) -> [SwiftType] {
        guard let direct = functions[initializer.usr], let owner = direct.owner else { return [] }
        let base = direct.body == nil ? conformers(to: owner) : [owner.withoutArguments]
        guard base.allSatisfy({ type($0) != nil }) else { return [] }
        let inherited = types.values.map(\.type).filter { type in
            superclasses(of: type).dropFirst().contains { base.contains($0.withoutArguments) }
        }
        let all = (base + inherited).map { type($0)?.type ?? $0 }.uniqued
        return all.sorted { "\($0)" < "\($1)" }
    }

    /// Whether what meets a requirement is read: that of a type from elsewhere may be there as well, if the
    /// program does not add it.
    private func isRead<Member>(
        _ type: SwiftType,
        _ members: [SwiftType: [Member]],
        _ isMeant: (Member) -> Bool
    ) -> Bool {
        self.type(type) != nil || members[type.withoutArguments]?.contains(where: isMeant) ?? false
    }

    /// What may answer a requirement of a protocol for a type that is not known.
    func witnesses(of requirement: Reference) -> [Function] {
        let conformers = conformers(to: functions[requirement.usr]?.owner)
        guard conformers.allSatisfy({ isRead($0, methods) { $0.name == requirement.name } }) else {
            return []
        }
        let all = conformers.flatMap { witness(of: requirement, for: $0) }
        return all.uniqued.sorted { $0.usr < $1.usr }
    }

    /// What extensions of protocols give.
    private func defaults(for requirement: Function?, _ type: SwiftType) -> [Function] {
        let own = requirement?.owner.flatMap { methods[$0.withoutArguments] } ?? []
        return own + protocolDefaults(of: type).filter { !own.contains($0) }
    }

    private func protocolDefaults(of type: SwiftType) -> [Function] {
        protocols(of: type).sorted().compactMap { types[$0] }.flatMap {
            methods[$0.type.withoutArguments] ?? []
        }
    }

    /// Whether an operator that compares belongs to a type of other code, to a protocol of that, or to some
    /// arguments of a type only.
    var comparesOthers: Bool {
        Self.comparing.flatMap { named[$0] ?? [] }.contains { function in
            guard !function.isImplicit, let owner = function.owner else { return false }
            return type(owner) == nil || !isForAllArguments(owner, at: function.place)
        }
    }

    static let comparing: Set = ["==", "!=", "~=", "<", ">", "<=", ">="]

    /// Whether a member is there whatever the arguments of its type are: an extension may be for some only.
    private func isForAllArguments(_ owner: SwiftType, at place: Place) -> Bool {
        guard let nominal = type(owner), case .nominal(_, let arguments) = nominal.type,
            !arguments.isEmpty
        else { return true }
        return nominal.place.file == place.file && nominal.place.start <= place.start
            && place.end <= nominal.place.end
    }

    /// Whether the types of parameters can be those of a requirement.
    private func types(of requirement: Function?, fit function: Function) -> Bool {
        guard let requirement else { return true }
        guard requirement.isAsync || !function.isAsync,
            requirement.isThrowing || !function.isThrowing,
            requirement.isMutating || !function.isMutating,
            requirement.result.mayBe(function.result)
        else { return false }
        return zip(requirement.parameters, function.parameters).allSatisfy {
            $0.type.mayBe($1.type)
        }
    }

    /// The properties that one may be on an instance of a type; none if it is not read.
    func properties(_ reference: Reference, of type: SwiftType) -> [Variable] {
        let known = variables[reference.usr].map { declaredFirst($0) }
        let isStatic = known?.isStatic ?? symbols[reference.usr]?.isStatic
        func named(in owner: SwiftType) -> [Variable] {
            (properties[owner.withoutArguments] ?? []).filter {
                $0.name == reference.name && (isStatic == nil || $0.isStatic == isStatic)
            }
        }
        func nearest(_ chain: some Sequence<SwiftType>) -> [Variable] {
            chain.lazy.map { named(in: $0) }.first { !$0.isEmpty } ?? []
        }
        let chain = superclasses(of: type)
        let own = nearest(chain)
        // A case may meet a requirement, and does nothing.
        if isCase(reference.name, of: type), known.map(isRequirement) ?? true { return [] }
        if let known, !isRequirement(known) {
            guard known.owner.flatMap({ self.type($0) })?.kind == .class else { return [known] }
            // A private one may have the same name, and overrides nothing.
            let overriding = chain.lazy.flatMap { named(in: $0) }.first {
                $0.usr == known.usr || !$0.observers.isEmpty
                    || $0.getter.flatMap { functions[$0] }?.overrides != nil
            }
            return [overriding ?? known]
        }
        let given = protocols(of: type).sorted().compactMap { types[$0]?.type }.flatMap {
            named(in: $0).filter { !isRequirement($0) }
        }
        if let position = conforming(chain, to: known?.owner) {
            let met = nearest(chain[position...])
            let isOther = met.allSatisfy { property in
                known.map {
                    !property.type.mayBe($0.type) || $0.setter != nil && !property.canBeSet
                        || !canRead(property, as: $0)
                } ?? false
            }
            let isSure = met.allSatisfy { property in
                if !property.type.isConcrete, known?.type.isConcrete ?? false { return false }
                return property.owner.map { isForAllArguments($0, at: property.place) } ?? true
            }
            return isOther ? given : isSure ? own : own + given
        }
        return known == nil && !own.isEmpty ? own : own + given
    }

    /// Whether the getter of a property meets a requirement: it changes nothing, waits for nothing and throws
    /// nothing more.
    private func canRead(_ property: Variable, as requirement: Variable) -> Bool {
        guard let own = property.getter.flatMap({ functions[$0] }),
            let wanted = requirement.getter.flatMap({ functions[$0] })
        else { return true }
        return (wanted.isMutating || !own.isMutating) && (wanted.isAsync || !own.isAsync)
            && (wanted.isThrowing || !own.isThrowing)
    }

    private func isCase(_ name: String, of type: SwiftType) -> Bool {
        self.type(type)?.cases.contains { $0.name == name } ?? false
    }

    /// The requirement that one declares again, if it does.
    private func declaredFirst(_ variable: Variable) -> Variable {
        guard isRequirement(variable), let getter = variable.getter,
            let base = functions[getter]?.overrides,
            let first = variables.values.first(where: { $0.getter == base })
        else { return variable }
        return declaredFirst(first)
    }

    /// The properties that one may be on an instance that is not known.
    func properties(_ reference: Reference) -> [Variable] {
        guard let known = variables[reference.usr] else { return [] }
        guard isRequirement(known) else { return [known] }
        let conformers = conformers(to: known.owner)
        guard conformers.allSatisfy({ isRead($0, properties) { $0.name == known.name } }) else {
            return []
        }
        let all = conformers.flatMap { properties(reference, of: $0) }
        return Dictionary(all.map { ($0.usr, $0) }) { first, _ in first }.values.sorted {
            $0.usr < $1.usr
        }
    }

    /// Whether a property is only demanded: a protocol declares it.
    func isRequirement(_ variable: Variable) -> Bool {
        variable.getter.map { functions[$0]?.body == nil } ?? false
            && variable.owner.flatMap { type($0) }?.kind == .protocol
    }

    /// Whether a value is an instance of a type of the program with which the standard library does
    /// what it does with sequences.
    func isSequence(_ value: Value) -> Bool {
        value.instanceType.map { !protocols(of: $0).isDisjoint(with: Self.sequences) } ?? false
    }

    /// `Sequence`, its refinements, and iterators.
    private static let sequences: Set<String> = [
        "s:ST", "s:Sl", "s:SK", "s:Sk", "s:SM", "s:Sm", "s:St", "s:Sci", "s:ScI",
    ]

    /// Whether instances are made of data or of raw values, which may be anything.
    func isDecoded(_ variable: Variable) -> Bool {
        variable.owner.map { !protocols(of: $0).isDisjoint(with: ["s:Se", "s:SY"]) } ?? false
    }

    /// Whether code that is not read may call methods of a type.
    func isOpen(_ type: SwiftType) -> Bool {
        superclasses(of: type).contains { owner in
            guard self.type(owner) != nil else { return true }
            return (conformances[owner.withoutArguments] ?? []).contains {
                types[$0] == nil && !Self.markers.contains($0) && mayMeet($0, owner)
            }
        }
    }

    /// Whether a type has members of its own for what a protocol requires that is not read.
    private func mayMeet(_ protocol: String, _ owner: SwiftType) -> Bool {
        guard let names = Self.requirements[`protocol`] else { return true }
        return methods[owner.withoutArguments]?.contains { names.contains($0.name) } ?? false
    }

    /// Whether a function may meet a requirement that code which is not read knows.
    ///
    /// What Mortise calls of its own protocols and classes is known.
    func mayMeetRequirement(
        _ function: Function,
        of isMeant: (String) -> Bool = { _ in true }
    ) -> Bool {
        // An operator outside of all types meets those of the type that it is for.
        let operand = function.isOperator ? function.parameters.first?.type : nil
        guard let owner = function.owner ?? operand else { return false }
        if case .parameter = owner { return true }
        // A structure has no other members that are final than private ones.
        guard type(owner)?.kind == .class || !function.isFinal else { return false }
        return (superclasses(of: owner) + heirs(of: owner)).contains { one in
            // An extension of a type that is not read meets what it says itself.
            guard self.type(one) != nil || one == owner else {
                return !Interface.isOfMortise(module: one.names?.first)
            }
            return (conformances[one.withoutArguments] ?? []).contains { usr in
                types[usr] == nil && !Self.markers.contains(usr) && isMeant(usr)
                    && (!Interface.isOfMortise(module: Self.module(of: usr))
                        || Self.called.contains(function.name))
                    && Self.requirements[usr]?.contains(function.name) ?? true
            }
        }
    }

    /// What Mortise calls of instances that it has, beside what is followed.
    private static let called: Set<String> = ["didResolve", "close"]

    /// The types that inherit the members of a class or a protocol.
    private func heirs(of owner: SwiftType) -> [SwiftType] {
        var heirs: [SwiftType] = []
        var waiting = [owner]
        while let next = waiting.popLast() {
            let key = next.withoutArguments
            let found =
                (subclasses[key] ?? []) + (usrs[key].flatMap { conforming[$0] } ?? [])
            for heir in found where !heirs.contains(heir) {
                heirs.append(heir)
                waiting.append(heir)
            }
        }
        return heirs
    }

    /// Whether the language or its library may call a function where nothing names it.
    func mayBeUnnamed(_ function: Function) -> Bool {
        // The USR of a protocol of the standard library has no length of a module's name.
        function.name == "~="
            || mayMeetRequirement(function) { Self.module(of: $0) == nil }
    }

    /// What protocols that are not read require, as far as that is all.
    private static let requirements: [String: Set<String>] = [
        "s:SQ": ["=="],
        "s:SH": ["==", "hash", "hashValue"],
        "s:SL": ["==", "<", "<=", ">=", ">"],
        "s:SY": ["rawValue", "init"],
        "s:SE": ["encode"],
        "s:Se": ["init"],
        "s:ScA": ["unownedExecutor"],
        "s:s9CodingKeyP": ["stringValue", "intValue", "init"],
        "s:s12CaseIterableP": ["allCases"],
        "s:s12IdentifiableP": ["id"],
        "s:s23CustomStringConvertibleP": ["description"],
        "s:s28CustomDebugStringConvertibleP": ["debugDescription"],
        "s:s16TextOutputStreamP": ["write"],
        "s:16ServiceLifecycle0A0P": ["run"],
    ]

    /// The module of a declaration, which its USR begins with; `nil` if that is the standard library.
    static func module(of usr: String) -> String? {
        let rest = usr.dropFirst(2)
        guard usr.hasPrefix("s:"), let length = Int(rest.prefix { $0.isNumber }) else { return nil }
        return String(rest.drop { $0.isNumber }.prefix(length))
    }

    /// The name of a declaration that stands in no other one, which its USR has behind the module.
    static func name(of usr: String, in module: String) -> String? {
        let rest = usr.dropFirst(2).drop { $0.isNumber }.dropFirst(module.utf8.count)
        guard let length = Int(rest.prefix { $0.isNumber }) else { return nil }
        return String(rest.drop { $0.isNumber }.prefix(length))
    }

    /// Whether the values of a type are Hashable, as far as is read; `nil` if that is not known.
    func isHashable(_ type: SwiftType) -> Bool? {
        if case .tuple = type { return false }
        guard case .nominal(let path, let arguments) = type else { return nil }
        let name = path.map(\.name).joined(separator: ".")
        if Self.hashable.contains(name) { return true }
        if ["Swift.Optional", "Swift.Array", "Swift.Set", "Swift.Dictionary"].contains(name) {
            let all = arguments.map { isHashable($0) }
            return all.contains(nil) ? nil : !all.contains(false)
        }
        guard arguments.isEmpty, let nominal = self.type(type), nominal.kind != .protocol else {
            return nil
        }
        let isNamed = superclasses(of: type).contains { owner in
            let added = files.flatMap(\.extensions).filter { $0.extended == owner }
            return ((self.type(owner)?.conformances ?? []) + added.flatMap(\.conformances))
                .contains { $0 == "s:SH" }
        }
        let isKnown = superclasses(of: type).allSatisfy { self.type($0) != nil }
        return isNamed ? true : isKnown && !isInherited(type) ? false : nil
    }

    /// Types of the standard library whose values are Hashable.
    static let hashable: Set<String> = [
        "Swift.String", "Swift.Substring", "Swift.Character", "Swift.Bool", "Swift.Int",
        "Swift.Int8", "Swift.Int16", "Swift.Int32", "Swift.Int64", "Swift.UInt", "Swift.UInt8",
        "Swift.UInt16", "Swift.UInt32", "Swift.UInt64", "Swift.Double", "Swift.Float",
        "Swift.Duration", "Swift.ObjectIdentifier", "Foundation.URL", "FoundationEssentials.URL",
        "Foundation.UUID", "FoundationEssentials.UUID", "Foundation.Date",
        "FoundationEssentials.Date", "Foundation.Data", "FoundationEssentials.Data",
        "Foundation.Locale", "FoundationEssentials.Locale",
    ]

    /// Protocols without requirements that a program can have bodies for.
    private static let markers: Set<String> = [
        "s:s8CopyableP", "s:s9EscapableP", "s:s8SendableP", "s:s15BitwiseCopyableP",
        "s:s16SendableMetatypeP", "s:s5ErrorP",
        "s:11Observation10ObservableP",
    ]

    /// Whether a reference names a declaration of the interface of Mortise.
    func isOfMortise(_ reference: Reference) -> Bool {
        guard let symbol = symbols[reference.usr] else { return false }
        if let module = symbol.extensionModule, module != "Mortise" {
            return Interface.isOfMortise(module: module)
        }
        return Interface.isOfMortise(module: symbol.owner.first)
    }

    /// Whether a reference names something that looks at containers and changes none.
    func isHarmless(_ reference: Reference) -> Bool {
        guard let symbol = symbols[reference.usr] else { return false }
        return symbol.owner.first == "MortiseTesting" || Self.harmless.contains(symbol.signature)
    }

    private static let harmless: Set<String> = [
        "Swift.print(_:separator:terminator:)",
        "Swift.ObjectIdentifier.init(_:)", "Swift.debugPrint(_:separator:terminator:)",
        "Swift.String.init(describing:)", "Swift.String.init(reflecting:)",
        "Swift.dump(_:name:indent:maxDepth:maxItems:)",
        // These only keep the key path, and run what observes it, which has escaped.
        "Observation.ObservationRegistrar.access(_:keyPath:)",
        "Observation.ObservationRegistrar.willSet(_:keyPath:)",
        "Observation.ObservationRegistrar.didSet(_:keyPath:)",
    ]

    /// Whether a reference names a function, not a variable.
    func isFunction(_ reference: Reference) -> Bool {
        functions[reference.usr] != nil || symbols[reference.usr]?.labels != nil
            || reference.name == "init"
    }
}

extension SwiftType.FunctionType {
    /// Whether a function of the type meets a requirement for certain: with the same parameters, none of which
    /// is generic.
    fileprivate func meets(_ requirement: Self) -> Bool {
        parameters == requirement.parameters && parameters.allSatisfy(\.isConcrete)
            && inoutParameters == requirement.inoutParameters
            && parameterAttributes == requirement.parameterAttributes
            && (!isThrowing || thrown == requirement.thrown)
    }
}

extension Variable {
    /// Whether it meets a requirement that can be assigned to.
    fileprivate var canBeSet: Bool { isMutable || setter != nil }
}

extension SwiftType {
    /// Whether it can be another type, as far as both are known.
    fileprivate func mayBe(_ other: SwiftType) -> Bool {
        !isConcrete || !other.isConcrete || self == other
            // A function may be another one that escapes or crosses to other tasks.
            || hasFunction && other.hasFunction
    }

    private var hasFunction: Bool {
        var found = false
        visit { if case .function = $0 { found = true } }
        return found
    }
}
