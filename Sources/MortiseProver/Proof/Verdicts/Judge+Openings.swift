// SPDX-License-Identifier: MIT

import MortiseGraph

extension Judge {
    /// What is wrong with a scope where it is opened; `nil` if it expects and gets nothing.
    ///
    /// It must get what is expected in scopes of its name, each once, and nothing else.
    func verdict(of opening: Opening) -> Verdict? {
        guard let scope = opening.world[opening.container], case .scope(let name) = scope.role
        else { return nil }
        for (_, container) in opening.world.inOrder {
            if let gap = container.typeGaps[.anyInput] { return .notProven(gap.reason, gap.place) }
        }
        let expected = inputs(beyond: opening.container, in: opening.world)
        let provided = scope.slots(where: { $0.definition.input == .provided })
        let required = expected.filter {
            $0.definition.input == .required && $0.definition.lifetime == .scoped(name)
        }
        // The nearest declaration says whether the scope makes it.
        let needed = required.enumerated().filter { index, input in
            input.definition.own == nil
                && !required[..<index].contains {
                    $0.isCertain && $0.definition.declaresSame(as: input.definition)
                }
        }.map(\.element)
        guard !needed.isEmpty || !provided.isEmpty else { return nil }
        let types = (expected.map(\.definition) + provided.map(\.entry.definition)).map(\.type)
        for (_, container) in opening.world.inOrder {
            let gaps = [container.gap] + types.map { container.typeGaps[$0] }
            if let gap = gaps.lazy.compactMap({ $0 }).first {
                return .notProven(gap.reason, gap.place)
            }
        }
        var verdict = Verdict.proven
        for input in expected {
            verdict = verdict.and(repeating(input.definition, in: scope))
        }
        for input in needed { verdict = verdict.and(self.verdict(on: input, of: opening, scope)) }
        for slot in provided {
            verdict = verdict.and(self.verdict(on: slot, among: expected, name, scope))
        }
        // A scope of a closed container is not checked.
        let closed = scope.sources.compactMap { opening.world[$0]?.closed }
        if closed.contains(.always) { return .proven }
        return closed.contains(.maybe) ? verdict.joined(.proven) : verdict
    }

    private typealias Input = (definition: Definition, owner: Origin, isCertain: Bool)

    /// What the containers expect that a scope searches after itself.
    private func inputs(beyond scope: Origin, in world: [Origin: ContainerState]) -> [Input] {
        GraphMaker.order(from: scope, in: world).dropFirst().flatMap { origin in
            (world[origin]?.slots(where: \.definition.isExpected) ?? []).map {
                ($0.entry.definition, origin, $0.isCertain)
            }
        }
    }

    /// An input that is brought twice.
    private func repeating(_ input: Definition, in scope: ContainerState) -> Verdict {
        let again = scope.slots { $0.definition.brings(input) && !$0.replaced.isEmpty }.first
        guard let again else { return .proven }
        let entries = again.entry.replaced + [again.entry]
        let finding = Diagnostic(
            .duplicateBinding,
            fact: "The scope \"\(scope.name)\" is given \(input.key) twice",
            path: entries.map {
                Diagnostic.Step(input.key, at: site($0.definition.place), relation: .again)
            },
            hint: "provide it once, or tell the two apart with a tag"
        )
        let isCertain = again.isCertain && again.entry.hasReplaced
        return isCertain ? .wrong(finding) : .mayFail(finding, nil)
    }

    /// An input that must be brought, by the scope or by what it searches before the declaration.
    private func verdict(
        on input: Input,
        of opening: Opening,
        _ scope: ContainerState
    ) -> Verdict {
        let beyond = GraphMaker.order(from: input.owner, in: opening.world, links: false)
        let nearer = GraphMaker.order(from: opening.container, in: opening.world, links: false)
            .filter { !beyond.contains($0) }
        let brought = nearer.lazy.compactMap { origin in
            opening.world[origin]?.slots { entry in
                let isOfOther =
                    origin != opening.container
                    && opening.world[origin]?.role == scope.role
                return entry.definition.brings(input.definition)
                    && !(isOfOther && entry.definition.input == .provided)
            }.first
        }.first
        if let brought, brought.isCertain { return .proven }
        let expected = input.definition
        let finding = Diagnostic(
            .missingInput,
            fact: Fact.missingInput(expected.key, in: scope.name),
            path: [Diagnostic.Step(expected.key, at: site(expected.place))],
            hint: Fact.adviceOnProviding(.scoped(scope.name))
        )
        return brought == nil && input.isCertain
            ? .wrong(finding) : .mayFail(finding, brought?.cause)
    }

    /// A value that is brought: something must expect it.
    private func verdict(
        on provided: ContainerState.KnownSlot,
        among expected: [Input],
        _ name: String,
        _ scope: ContainerState
    ) -> Verdict {
        let definition = provided.entry.definition
        let fitting = expected.filter { input in
            definition.brings(input.definition)
                && [.unique, .scoped(name)].contains(input.definition.lifetime)
        }
        if fitting.contains(where: \.isCertain) { return .proven }
        let finding = Diagnostic(
            .unexpectedInput,
            fact: "The scope \"\(scope.name)\" is given \(definition.key), which nothing expects",
            path: [Diagnostic.Step(definition.key, at: site(definition.place))],
            hint: "declare it: expects(\(definition.key.type).self, in: …)"
        )
        return fitting.isEmpty && provided.isCertain
            ? .wrong(finding) : .mayFail(finding, provided.cause)
    }
}

extension SwiftType {
    /// Stands for the types of inputs that are only known at run time.
    static let anyInput = SwiftType("any input")
}

extension ContainerState {
    typealias KnownSlot = (entry: Entry, isCertain: Bool, cause: Place?)

    /// The slots that may have such a definition, each with the first one, and whether they have one.
    func slots(where isMeant: (Entry) -> Bool) -> [KnownSlot] {
        order.compactMap { key in
            guard let slot = self[key], let entry = slot.options.first(where: isMeant) else {
                return nil
            }
            return (entry, slot.isCertain && slot.options.allSatisfy(isMeant), slot.cause)
        }
    }
}

extension Definition {
    /// Whether two declarations are about one input.
    func declaresSame(as other: Definition) -> Bool { type == other.type && tag == other.tag }

    /// Whether it answers what is expected.
    func brings(_ expected: Definition) -> Bool {
        !isExpected && kind != .decorator && kind != .collection && type == expected.type
            && tag == expected.tag && (arguments.isEmpty || wiring != .none)
    }
}

extension Verdict {
    /// The verdict on what fails if either part does.
    fileprivate func and(_ other: Verdict) -> Verdict {
        switch (self, other) {
        case (.wrong, _), (_, .proven): self
        case (_, .wrong), (.proven, _): other
        default: self
        }
    }
}
