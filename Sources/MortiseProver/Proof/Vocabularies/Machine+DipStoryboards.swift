// SPDX-License-Identifier: MIT

import MortiseGraph

// What becomes of containers that are given away, and of those that complete what storyboards make.
extension Machine {
    // MARK: - Containers that are given away

    /// Notes that a factory gives its own container as an instance, which unread code knows only as
    /// what it was registered as.
    func giveAway(_ made: Value, _ definition: Definition) -> Bool {
        guard definition.isOfDip, case .container(let origin, _) = made,
            onlyAsked(for: definition) == origin
        else { return false }
        if !memory.given.contains(origin) { memory.given.append(origin) }
        return true
    }

    /// The containers that one may be which is not known; `nil` if it may be another one.
    var givenContainers: [Origin]? {
        guard !memory.given.isEmpty, let state else { return nil }
        let all = [state.containers, previous.containers, previous.foreign].joined()
        let isKnown = all.allSatisfy { origin, container in
            container.rules == nil || container.gap == nil && !origin.isOld
        }
        return isKnown ? memory.given.filter { view($0) != nil } : nil
    }

    /// Notes that a container changes which is not known, and may be one that is given away.
    func loseGiven(_ call: MortiseCall) {
        let labels: Set<String?> = ["with", "inContainer", "container"]
        let isMeant = zip(call.written, call.values).contains { argument, value in
            guard labels.contains(argument.label), let value else { return false }
            return value.options.contains(.unknown) || value.elements?.contains(.unknown) ?? false
        }
        guard isMeant else { return }
        for origin in memory.given where view(origin) != nil {
            let gap = Gap(reason: "a container that is not known changes", place: call.place)
            change(origin) { $0.lose(nil, gap) }
        }
    }

    // MARK: - Storyboards

    /// The containers that complete what storyboards make.
    static let uiContainers = Cell.global("MortiseDip.DependencyContainer.uiContainers")

    /// Sets a property of all containers of Dip, if it is one.
    func assign(_ value: Value, toContainersOf reference: Reference, of owner: Value) -> Bool {
        guard program.symbols[reference.usr]?.owner == ["MortiseDip", "DependencyContainer"]
        else { return false }
        switch reference.name {
        case "defaultRules": write(value, to: Self.defaultRules)
        case "uiContainers": write(value, to: Self.uiContainers)
        case "uiContainer":
            write(each(value) { .list($0 == .none ? [] : [$0.withoutNone]) }, to: Self.uiContainers)
        default: return false
        }
        return true
    }

    func completeFromStoryboard(_ call: MortiseCall) -> Value {
        guard case .list(let containers) = read(Self.uiContainers) ?? .list([]),
            case .object(_, let type)? = call.values.first ?? nil
        else {
            leaveUnread(call.place, "the object or the containers are not known here")
            return .unknown
        }
        let chain = program.superclasses(of: type)
        guard chain.allSatisfy({ program.type($0) != nil }) else {
            leaveUnread(call.place, "a superclass of the object is not read")
            return .unknown
        }
        guard chain.contains(where: { program.conforms($0, to: Self.instantiatable) }) else {
            return .boolean(false)
        }
        let isOwn = chain.contains { owner in
            (program.methods[owner.withoutArguments] ?? []).contains {
                $0.name == "didInstantiateFromStoryboard"
            }
        }
        guard containers.count == 1, case .container(let origin, _) = containers[0], !isOwn else {
            leaveUnread(call.place, "which container completes the object is not known")
            return .unknown
        }
        var substitutions = call.substitutions
        substitutions[SwiftType.GenericParameter(depth: 0, index: 0)] = type
        let adopting = call.with(name: "adopt", of: containers[0], substitutions: substitutions)
        // It says whether it failed.
        let target = within(.rollback) { _ = ask(adopting, of: origin, .synchronous) }
        state = joined(state, target.failed)
        return .unknown
    }

    private static let instantiatable = "s:10MortiseDip24StoryboardInstantiatableP"
}
