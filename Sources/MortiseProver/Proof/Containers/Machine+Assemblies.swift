// SPDX-License-Identifier: MIT

import MortiseGraph

// Members of assemblies: what one defines is a definition of its container under the key of the member,
// and a request for it.
extension Machine {
    /// The path of a member, whichever calls lead there: it is the same definition whoever asks.
    func memberPath(of function: Function, _ receiver: Value?) -> Int? {
        guard defines(function) else { return nil }
        let origin: Origin
        let owner: SwiftType
        switch receiver {
        case .object(let own, let type)? where program.hasMembers(type):
            (origin, owner) = (own, type)
        case .structure(let type, _)? where program.isOwnAssembly(type):
            guard case .container(let own, _) = container(of: receiver ?? .unknown, type)
            else { return nil }
            (origin, owner) = (own, type)
        default: return nil
        }
        let round = 2 * origin.path + (origin.isOld ? 1 : 0)
        let start = memory.paths.path(from: CallPaths.root, origin.place, round: round)
        let place = program.type(owner)?.place ?? function.place
        return memory.paths.path(from: memory.paths.path(from: start, place), function.place)
    }

    /// Whether a function defines something itself.
    private func defines(_ function: Function) -> Bool {
        if let known = memory.definers[ObjectIdentifier(function)] { return known }
        var isFound = false
        for statement in function.body ?? [] {
            statement.visit { expression in
                if case .call(let callee, _) = expression.kind,
                    case .member(_, let reference) = callee.kind, program.isDefining(reference)
                {
                    isFound = true
                }
            }
        }
        memory.definers[ObjectIdentifier(function)] = isFound
        return isFound
    }

    /// The name of the member that runs, as the compiler has it.
    var memberName: String? {
        guard let function = frame.member else { return nil }
        let variables = function.owner.flatMap { program.properties[$0.withoutArguments] } ?? []
        if let variable = variables.first(where: { $0.getter == function.usr }) {
            return variable.name
        }
        guard !function.name.isEmpty, function.name != "init" else { return nil }
        return "\(function.name)(\(function.parameters.map { "\($0.label ?? "_"):" }.joined()))"
    }

    /// Notes what a member defines, and that it is asked for.
    func define(
        _ type: SwiftType,
        _ member: AssemblyMember,
        _ lifetime: Graph.Lifetime,
        _ factory: Value?,
        in home: Origin,
        at place: Place
    ) {
        guard state != nil else { return }
        if !memory.assemblies.contains(member.assembly) {
            memory.assemblies.append(member.assembly)
        }
        let tag = DefinitionTag.Member(
            member.name,
            of: TypeName(member.assembly),
            identity: UInt(memory.assemblies.firstIndex(of: member.assembly) ?? 0),
            site: SourceSite(file: "", line: place.file + 1),
            column: place.start + 1
        )
        let own = Definition(
            .factory,
            type,
            tag: .member(tag),
            lifetime,
            member.lane,
            at: place
        )
        (own.factory, own.home, own.isMember) = (factory, home, true)
        let definition = memory.definition(own)
        var known = memory.members[definition] ?? member
        known.keys.formUnion(member.keys)
        known.steps.formUnion(member.steps)
        known.gap = known.gap ?? member.gap
        known.mayMakeOthers =
            known.mayMakeOthers || member.mayMakeOthers || known.keys.count > 1
        memory.members[definition] = known
        if let factory { making(definition, factory, isStep: false, in: home) }
        for step in member.steps { making(definition, step, isStep: true, in: home) }
        let need = Need(type: type, tag: .known(.member(tag)), lane: member.lane)
        if making?.owner == home, member.role != .adopts { return noteNeed(need) }
        // An assembly of Mortise keeps its container.
        let keeps = program.isOwnAssembly(member.assembly)
        if !keeps, making?.owner != home, home.context == nil, !isHeld(home, now: running != nil) {
            return leaveUnread(place, "the context of the assembly may not be there any more")
        }
        note(need, of: home, in: world(of: home), at: place)
    }

    /// Notes that what completes an object has another name for it.
    func taintAdopted(_ value: Value?, _ type: SwiftType, at place: Place) {
        var adopted = [type]
        if case .object(_, let own)? = value { adopted.append(own) }
        for type in adopted { taint(propertiesOf: type, at: place) }
    }

    /// Notes that a member cannot be judged.
    func loseMember(_ call: MortiseCall, _ reason: String) -> Value {
        for value in call.values { escape(value ?? .none, reason, at: call.place) }
        giveUpMaking(reason, at: call.place)
        leaveUnread(call.place, reason)
        if call.canThrow { fail() }
        return .unknown
    }

    /// Adds the members to the containers that a request can reach: each is registered before anything asks
    /// for it.
    ///
    /// What stands for an object is there if the request gives that object its name.
    ///
    /// Who asks through a scope or a child makes what that one asks for.
    func addMembers(
        to world: inout [Origin: ContainerState],
        for need: Need,
        of origin: Origin? = nil
    ) {
        guard !memory.members.isEmpty else { return }
        let all = memory.members.inOrder
        let asked = all.first { $0.key.tag == need.tag.known && $0.key.type == need.type }
        var known: Set<SlotName> = []
        for (definition, member) in all {
            guard let home = definition.home, world[home] != nil, world[member.root] != nil
            else { continue }
            let same = memory.members.others(like: definition)
            if home != origin, same.contains(where: { $0.home == origin }) { continue }
            var entry = Entry(definition: definition, member)
            func lose(_ reason: String) {
                entry.gap = entry.gap ?? Gap(reason: reason, place: definition.place)
            }
            if member.steps.count > 1 { lose("what completes it depends on who asks") }
            if member.role == .standsFor {
                let others = all.filter { $0.key.home == home && $0.value.mayBring(member) }
                let isGiven =
                    asked.map { asked in
                        asked.value.role == .adopts && asked.value.assembly == member.assembly
                            && asked.key.home == home && member.keys.count == 1
                            && asked.value.keys == member.keys && asked.value.isKnown
                    } ?? false
                if others.contains(where: { !program.mayStandFor($0.value.object, member.object) })
                {
                    lose("what it stands for may be of another type")
                }
                if !isGiven {
                    let isAround = making != nil || running != nil
                    if !isAround, others.allSatisfy({ $0.value.role == .adopts }) { continue }
                    lose("the object that it stands for may come from elsewhere")
                }
            }
            let isOne = known.insert(SlotName(origin: member.root, key: entry.key)).inserted
            let isAlike = same.allSatisfy {
                $0.lifetime == definition.lifetime && $0.lane == definition.lane
            }
            if !isOne || !isAlike { lose("what makes it depends on who asks") }
            world[member.root]?[entry.key] = Slot(options: [entry], isCertain: true)
        }
    }
}

extension [Definition: AssemblyMember] {
    /// In the order of their places, and of the containers that are asked.
    var inOrder: [Element] {
        sorted { first, second in
            guard first.key.place == second.key.place, let one = first.key.home,
                let other = second.key.home
            else { return first.key.place < second.key.place }
            return one.place == other.place ? one.path < other.path : one.place < other.place
        }
    }

    /// The definitions of the same member that other containers with the same outermost one are asked for.
    func others(like definition: Definition) -> [Definition] {
        filter { other, member in
            other.home != definition.home && other.tag == definition.tag
                && other.type == definition.type && member.root == self[definition]?.root
        }.map(\.key)
    }
}

extension Entry {
    /// A member of an assembly, as it is registered.
    init(definition: Definition, _ member: AssemblyMember) {
        self.init(definition: definition)
        (steps, gap) = (Array(member.steps), member.gap)
    }
}

extension AssemblyMember {
    /// Whether its only key is known.
    fileprivate var isKnown: Bool {
        keys.count == 1 && keys.allSatisfy { if case .exact = $0 { true } else { false } }
    }
}

extension Cell {
    /// The name of the property with the context of an assembly.
    static let context = "MortiseEasyDi.Assembly.context"
}

extension Program {
    /// Whether a reference names what defines something in a member of an assembly.
    func isDefining(_ reference: Reference) -> Bool {
        guard let symbol = symbols[reference.usr] else { return false }
        switch symbol.owner {
        case ["MortiseEasyDi", "Assembly"]:
            return ["define", "defineInjection", "definePlaceholder"].contains(reference.name)
        case ["Mortise", "Assembly"]:
            return ["define", "adopt", "placeholder"].contains(reference.name)
        default: return false
        }
    }

    /// Whether instances of a class are assemblies whose members define something.
    func hasMembers(_ type: SwiftType) -> Bool {
        superclasses(of: type).contains { $0.path == "MortiseEasyDi.Assembly" }
    }

    /// Whether values of a type are assemblies of Mortise.
    func isOwnAssembly(_ type: SwiftType) -> Bool {
        protocols(of: type).contains("s:7Mortise8AssemblyP")
    }

    /// Whether whatever is of one type is of another one, or none of it.
    func isCast(_ type: SwiftType, to other: SwiftType) -> ContainerState.Certainty {
        if case .existential(let protocols, nil, let isClassBound) = other,
            protocols.isEmpty, !isClassBound || self.type(type)?.kind == .class
        {
            return .always
        }
        if mayStandFor(type, other) { return .always }
        if type.wrapped == nil, let wrapped = other.wrapped { return isCast(type, to: wrapped) }
        guard let kind = self.type(type)?.kind, let otherKind = self.type(other)?.kind,
            kind != .protocol, otherKind != .protocol,
            !superclasses(of: other).contains(type)
        else { return .maybe }
        return .never
    }
}
