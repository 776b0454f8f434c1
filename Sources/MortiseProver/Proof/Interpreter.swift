// SPDX-License-Identifier: MIT

import MortiseGraph

/// Runs a program without its inputs, and notes what it does with containers.
///
/// A branch over a value that is not known runs both ways: what happens in it has a ``Guard``. So
/// the program runs once, and each container forks only over the decisions that change it. A
/// container that reaches code which is not read has a ``Gap``.
final class Interpreter {
    let program: Program

    private(set) var containers: [ContainerFact] = []
    private(set) var decisions: [Decision] = []
    private(set) var visits: [Visit] = []
    /// Call sites of which nothing can be said, each with the reason.
    private(set) var unread: [(place: Place, gap: Gap)] = []
    private(set) var definitions: [DefinitionFact] = []
    var openings: [Opening] = []
    /// The moments at which eager singletons are made.
    var bootstraps: [(made: Set<ObjectIdentifier>, moment: Int, guardian: Guard)] = []

    /// The values of global and static variables that were read.
    var globals: [String: Value] = [:]
    /// The containers that `Container.current` stands for, innermost last.
    var current: [Value] = []
    /// What `installDefault` was given.
    var installed: [Value] = []
    /// The instances that were made, by the type.
    var objects: [String: [Object]] = [:]
    /// The variables of each `main.swift`, by the number of the file.
    var topLevel: [Int: Variables] = [:]
    /// The functions whose bodies ran.
    var ran: Set<String> = []

    private var resets: [Int] = []
    private var moment = 0
    private var symbols = 0
    private var outcomesOfSymbols: [Int: Int] = [:]
    private var members: [String: Int] = [:]
    private var calls = 0
    /// The first container that what runs now has made; older ones may change at any time.
    var firstOwn = 0
    /// Whether what runs now may run later or again.
    var isLater = false

    init(_ program: Program) { self.program = program }

    /// What one expression or statement runs in.
    struct Context {
        let frame: Frame
        var variables: Variables
        var guardian: Guard

        func with(_ guardian: Guard) -> Context {
            var context = self
            context.guardian = guardian
            return context
        }

        var inner: Context {
            var context = self
            context.variables = Variables(inside: variables)
            return context
        }
    }
}

extension Program {
    /// Whether a reference names a declaration of the interface.
    func isOfMortise(_ reference: Reference) -> Bool {
        guard let symbol = symbols[reference.usr] else { return false }
        return symbol.owner.first == "Mortise" && symbol.extensionModule ?? "Mortise" == "Mortise"
    }
}

extension Program {
    /// Whether a reference names something that looks at containers and changes none.
    func isHarmless(_ reference: Reference) -> Bool {
        symbols[reference.usr]?.owner.first == "MortiseTesting"
    }
}

// MARK: - What is noted

extension Interpreter {
    func makeUnknown(_ type: SwiftType) -> Value {
        symbols += 1
        return .unknown(symbols, type)
    }

    /// The same symbol for the same member of the same value.
    func member(_ usr: String, of symbol: Int, _ type: SwiftType) -> Value {
        let key = "\(symbol) \(usr)"
        if let known = members[key] { return .unknown(known, type) }
        symbols += 1
        members[key] = symbols
        return .unknown(symbols, type)
    }

    func nextMoment() -> Int {
        moment += 1
        return moment
    }

    func makeContainer(
        _ name: String,
        sources: [Int],
        _ role: ContainerFact.Role = .plain,
        at place: Place,
        _ context: Context
    ) -> Int {
        containers.append(
            ContainerFact(
                containers.count,
                name,
                sources: sources,
                role,
                at: place,
                when: sources.reduce(context.guardian) { $0.and(containers[$1].birth) }
            )
        )
        return containers.count - 1
    }

    func note(_ definition: DefinitionFact, in container: Int) {
        definition.container = container
        definitions.append(definition)
    }

    func note(_ kind: Change.Kind, in container: Int, _ context: Context) {
        let change = Change(kind: kind, guardian: context.guardian, moment: nextMoment())
        containers[container].changes.append(change)
    }

    func note(_ reason: String, at place: Place, in container: Int) {
        let gap = Gap(reason: reason, place: place)
        if !containers[container].gaps.contains(gap) { containers[container].gaps.append(gap) }
    }

    func visit(_ need: Need, of container: Int, at place: Place, _ context: Context) {
        visits.append(
            Visit(
                place: place,
                container: container,
                need: need,
                // A container that is asked exists.
                guardian: context.guardian.and(containers[container].birth),
                moment: nextMoment(),
                isLater: isLater || container < firstOwn,
                isCaught: context.frame.isCaught
            )
        )
    }

    func leaveUnread(_ place: Place, _ reason: String, at cause: Place? = nil) {
        unread.append((place, Gap(reason: reason, place: cause ?? place)))
    }

    /// Notes that kept instances are dropped.
    func noteReset() { resets.append(nextMoment()) }

    /// Whether kept instances may have been dropped between two moments.
    func forgets(between first: Int, _ last: Int) -> Bool {
        resets.contains { first < $0 && $0 < last }
    }

    /// A decision over a symbol, or a fresh one.
    func decision(over symbol: Int? = nil, _ outcomes: [String], at place: Place) -> Int {
        if let symbol, let known = outcomesOfSymbols[symbol] {
            for outcome in outcomes where !decisions[known].outcomes.contains(outcome) {
                decisions[known].outcomes.append(outcome)
            }
            return known
        }
        decisions.append(Decision(outcomes: outcomes, place: place))
        if let symbol { outcomesOfSymbols[symbol] = decisions.count - 1 }
        return decisions.count - 1
    }

    func addOutcome(_ outcome: String, to decision: Int) {
        decisions[decision].outcomes.append(outcome)
    }

    /// Whether there is time for another call of what began last.
    func countCall() -> Bool {
        calls += 1
        return calls < 20_000
    }

    /// Begins to count calls anew.
    func beginCounting() { calls = 0 }
}
