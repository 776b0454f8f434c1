// SPDX-License-Identifier: MIT

import CMortiseThread
import MortiseGraph
import Synchronization

// An input is a value that a scope, a child container or an overlay gets from outside, such as the
// user who logged in. A container declares what it expects; who opens the scope provides it.

extension Container {
    /// Declares an input: a value that is brought from outside, such as a user at login.
    ///
    /// ```swift
    /// let app = Container {
    ///     $0.expects(User.self, in: .login)
    ///     $0.register(.scoped(.login)) { Session(user: $0) }
    /// }
    /// let login = try app.openScope(.login) { $0.provide(user) }
    /// ```
    ///
    /// With the name of a scope, opening such a scope fails with code `missing-input` unless the
    /// input is provided there. Without a name, a child container or an overlay provides it. Where
    /// nothing provides it, resolving it fails with code `missing-input`.
    ///
    /// A definition of the type, here or in a container that is searched next, answers where the
    /// input is not brought: it is the default outside the scope. Neither hides the other, whatever
    /// is written first.
    ///
    /// With an optional type, what it wraps may be missing. It is provided or registered as the
    /// wrapped type, anywhere on the path from the container that is asked. Where it is not, a
    /// request for the optional gives `nil`, also for a parameter and an inferred optional, and
    /// ``resolveAll(_:tag:)`` leaves it out:
    ///
    /// ```swift
    /// app.expects((any Analytics)?.self)
    /// app.register { Shop(tracker: $0, analytics: $1) }
    /// ```
    ///
    /// - Parameters:
    ///   - type: The type of the input, or an optional type if it may be left out. What is provided
    ///     must be `Sendable`.
    ///   - name: The name of the scope that gets the input. Without it, any container may bring the
    ///     input.
    ///   - tag: Distinguishes several inputs of one type.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    /// - Precondition: The container is not bootstrapped.
    public func expects<T>(
        _ type: T.Type,
        in name: ScopeName? = nil,
        tag: (any TagConvertible)? = nil,
        file: StaticString = #fileID,
        line: UInt32 = #line
    ) {
        let wrapped = T.self as? any DerivedDependency.Type
        if let wrapped, !wrapped.isDeferred {
            addInput(
                KeyWords.word(of: wrapped.underlyingType),
                .optionalInput,
                name,
                tag,
                file,
                line
            )
        } else {
            addInput(KeyWords.word(of: T.self), .input, name, tag, file, line)
        }
    }

    /// Declares what each scope of a name makes for itself: a definition that only they have.
    ///
    /// ```swift
    /// app.register { AppLog() as any Log }
    /// app.expects((any Log).self, in: .request) { resolver in
    ///     RequestLog(id: try resolver.resolve()) as any Log
    /// }
    /// ```
    ///
    /// It is an input that the scope brings itself, unless who opens the scope provides or registers
    /// another one. The scope makes one instance, when it is first asked for, keeps it, and disposes
    /// of it. A definition of the type, here or in a container that is searched next, answers outside
    /// such scopes.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - name: The name of the scopes. Those that are open stay as they are.
    ///   - tag: Distinguishes several definitions of one type.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - factory: Makes an instance from what the scope has. Runs like the factory of a
    ///     ``Lifetime/Caching/scoped(_:)`` definition.
    /// - Precondition: The container is not bootstrapped.
    public func expects<T: Sendable>(
        _ type: T.Type,
        in name: ScopeName,
        tag: (any TagConvertible)? = nil,
        file: StaticString = #fileID,
        line: UInt32 = #line,
        factory: @escaping @Sendable (_ resolver: inout Resolver) throws -> T
    ) {
        let (details, tag) = (Details(), tag?.tag)
        details.bring = { scope in
            scope.register(
                .scoped(name),
                as: T.self,
                tag: tag,
                file: file,
                line: line,
                factory: factory
            )
        }
        addInput(KeyWords.word(of: T.self), .input, name, tag, file, line, details: details)
    }

    /// Brings an input to this container: a scope that is being opened, a child or an overlay.
    ///
    /// Every request here for its type gets the value. The container does not dispose of it, and
    /// ``reset()`` keeps it. Its properties are not injected.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - type: The type that is expected. Defaults to the static type of the value.
    ///   - tag: The tag of the input, if it has one.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    /// - Precondition: The container is not bootstrapped.
    public func provide<T: Sendable>(
        _ value: T,
        as type: T.Type = T.self,
        tag: (any TagConvertible)? = nil,
        file: StaticString = #fileID,
        line: UInt32 = #line
    ) {
        let factory = ErasedFactory(Factory<T> { _ in value })
        addInput(KeyWords.word(of: T.self), .provided, nil, tag, file, line, factory)
    }

    /// Brings an input that may be left out, unless the value is `nil`.
    ///
    /// - Parameters:
    ///   - value: The value, or `nil` to leave the input out.
    ///   - tag: The tag of the input, if it has one.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    /// - Precondition: The container is not bootstrapped.
    public func provide<T: Sendable>(
        _ value: T?,
        tag: (any TagConvertible)? = nil,
        file: StaticString = #fileID,
        line: UInt32 = #line
    ) {
        if let value { provide(value, as: T.self, tag: tag, file: file, line: line) }
    }

    private func addInput(
        _ type: UInt,
        _ kind: Slot.Kind,
        _ name: ScopeName?,
        _ tag: (any TagConvertible)?,
        _ file: StaticString,
        _ line: UInt32,
        _ factory: ErasedFactory = ErasedFactory(
            Factory<Never> { _ in fatalError("an input that is yet to be brought was made") }
        ),
        details: Details? = nil
    ) {
        hasInputs.store(true, ordering: .releasing)
        add(
            Slot(
                KeyWords(type: type, tag: tag?.tag),
                name.map(EngineLifetime.scoped) ?? .unique,
                kind: kind,
                owner: self,
                factory: factory,
                file: file.address,
                line: line,
                details: details
            )
        )
    }
}

// MARK: - Opening

extension Container {
    /// Checks that a scope that was just opened got its inputs, each once, and no others; and lets it
    /// bring those that it makes itself.
    ///
    /// - Parameters:
    ///   - name: The name of the scope.
    ///   - file: The file that opens it.
    ///   - line: The line that opens it.
    /// - Throws: ``ResolutionError`` with code `duplicate-binding`, `missing-input` or
    ///   `unexpected-input`.
    func requireInputs(_ name: ScopeName, _ file: StaticString, _ line: UInt32) throws {
        // Its first use says that it is closed.
        guard !isClosed, !isGivenExactly(what: name) else { return }
        let provided = state.withLock { state in state.slots.filter { $0.kind == .provided } }
        let expected = allInOrder.flatMap { $0 === self ? [] : $0.inputs }
        let opening = Opening(name: name, file: file, line: line, provided: provided)
        let again = state.withLock { state in
            state.slots.filter { $0.existingDetails?.replaced.isEmpty == false }
        }
        if let twice = again.first(where: { slot in expected.contains { $0.key == slot.key } }) {
            throw ResolutionError.inputAgain(twice, opening)
        }
        var named: Set<KeyWords> = []
        let lacking = expected.filter { input in
            input.kind == .input && input.scope.name == name
                && !provided.contains { $0.key == input.key } && isLacking(input, name)
                && named.insert(input.key).inserted
        }
        for input in lacking { input.existingDetails?.bring?(self) }
        let missing = lacking.filter { $0.existingDetails?.bring == nil }
        guard missing.isEmpty else {
            throw ResolutionError.missingInputs(missing, among: expected, opening)
        }
        let unexpected = provided.first { slot in
            !expected.contains { input in
                input.key == slot.key && (input.scope.name ?? name) == name
            }
        }
        if let unexpected { throw ResolutionError.unexpectedInput(unexpected, expected, opening) }
    }

    /// Whether the scope is given just what is expected, by containers that each have one source.
    ///
    /// Nearly always it is, and that is found out without a search.
    private func isGivenExactly(what name: ScopeName) -> Bool {
        var given = SlotList()
        if hasInputs.load(ordering: .acquiring) {
            let (slots, isOnce) = state.withLock { state in
                (state.slots, state.slots.allSatisfy { $0.existingDetails == nil })
            }
            guard isOnce else { return false }
            given = slots
        }
        guard given.count <= UInt64.bitWidth else { return false }
        var expected: UInt64 = 0
        let isAllGiven = everySource { source in
            source.inputs.allSatisfy { input in
                let key = input.key
                let index = given.firstIndex { $0.kind == .provided && $0.answers(key) }
                guard let index else { return input.kind != .input || input.scope.name != name }
                if (input.scope.name ?? name) == name { expected |= 1 << UInt64(index) }
                return true
            }
        }
        return isAllGiven
            && given.indices.allSatisfy { index in
                expected & (1 << UInt64(index)) != 0 || given[index].kind != .provided
            }
    }

    /// Whether all sources satisfy a condition, and each container has at most one source.
    private func everySource(_ isMet: (Container) -> Bool) -> Bool {
        var container = Unmanaged.passUnretained(self)
        while let next = container.onlySource {
            container = next
            guard container._withUnsafeGuaranteedRef(isMet) else { return false }
        }
        return !container._withUnsafeGuaranteedRef(\.hasFurtherSources)
    }

    /// Whether a scope that is opened here would lack an expected input.
    ///
    /// It would if nothing answers the input, if only an enclosing scope of the same name was given
    /// it, or if there is only a default.
    private func isLacking(_ input: Slot, _ name: ScopeName) -> Bool {
        let found = try? inSession { $0.find(input.key)?.slot }
        guard let found, !found.kind.isExpected else { return true }
        // Each scope of a name has its own inputs.
        if found.kind == .provided { return found.owner.role == .scope(name) }
        // A default, beside the declaration or beyond it, is for where no such scope is open.
        return input.owner.searches(found.owner)
    }

    /// Whether it is another container or one that this container searches next.
    private func searches(_ other: Container) -> Bool {
        other === self || sourcesInOrder.contains { $0 === other }
    }

    /// The inputs that are declared here.
    var inputs: [Slot] {
        guard hasInputs.load(ordering: .acquiring) else { return [] }
        return state.withLock { state in
            if let known = state.inputs { return known }
            let found = state.slots.filter(\.kind.isExpected)
            state.inputs = found
            return found
        }
    }
}

/// A scope that is being opened.
struct Opening {
    let name: ScopeName
    let file: StaticString
    let line: UInt32
    /// The inputs that it got.
    let provided: [Slot]
}

extension ResolutionError {
    /// The failure to open a scope that does not get what it needs.
    fileprivate static func missingInputs(
        _ missing: [Slot],
        among expected: [Slot],
        _ opening: Opening
    ) -> ResolutionError {
        let names = missing.map { "\($0.key.key)" }
        let near = missing.lazy.compactMap { input in
            opening.provided.first { $0.conforms(to: input) }.map { adviceOnType($0, input) }
        }.first
        let others = opening.provided.filter { slot in !expected.contains { $0.key == slot.key } }
        let given = near == nil ? others.map { "\($0.key.key)" } : []
        let fact = given.isEmpty ? "" : ", but \(given.joined(separator: " and "))"
        return ResolutionError(
            .missingInput,
            missing.map { Entry($0, .beside) },
            facts: ["\(opening) is not given \(names.joined(separator: " and "))\(fact)"],
            hint: near ?? Fact.adviceOnProviding(.scoped(opening.name.description)),
            container: nil
        )
    }

    /// The failure to open a scope with a value that nothing expects.
    fileprivate static func unexpectedInput(
        _ slot: Slot,
        _ expected: [Slot],
        _ opening: Opening
    ) -> ResolutionError {
        let elsewhere = expected.first { $0.key == slot.key }.map { input in
            "\(input.key.key) is expected in "
                + (input.scope.name.map { "a scope \"\($0)\"" } ?? "a child or an overlay")
                + (input.site.map { ", declared at \($0)" } ?? "")
        }
        let input = expected.first { slot.conforms(to: $0) }
        return ResolutionError(
            .unexpectedInput,
            [Entry(slot, .needs)],
            facts: ["\(opening) is given \(slot.key.key), which nothing expects"],
            hint: elsewhere ?? input.map { adviceOnType(slot, $0) }
                ?? "declare it: expects(\(slot.key.key.type).self, in: …)",
            container: nil
        )
    }

    /// The failure to open a scope that gets one input twice.
    fileprivate static func inputAgain(_ slot: Slot, _ opening: Opening) -> ResolutionError {
        let sites = (slot.existingDetails?.replaced ?? []) + [slot.site].compactMap(\.self)
        return ResolutionError(
            .duplicateBinding,
            sites.map { Entry(key: slot.key, site: $0, relation: .again) },
            facts: ["\(opening) is given \(slot.key.key) twice"],
            hint: "provide it once, or tell the two apart with a tag",
            container: nil
        )
    }

    /// The failure of a request for an input that was not brought.
    static func missingInput(_ slot: Slot, from caller: Caller) -> ResolutionError {
        // It may have had it.
        if let closed = caller.asked.sourcesInOrder.first(where: \.isClosed) {
            return .closed(slot.key, from: caller.frame, container: closed)
        }
        let holder = caller.frame?.chain.first { frame in
            let slot = frame.slotObject
            return slot.scope.isCaching && slot.scope.name == nil && slot.owner.role != .overlay
        }
        let way = way(to: slot, from: caller.frame)
        if let holder {
            return ResolutionError(
                .captiveDependency,
                way,
                facts: [Fact.captive(slot.key.key, nil, in: holder.slotObject.key.key)],
                container: caller.asked
            )
        }
        return ResolutionError(
            .missingInput,
            way,
            facts: [Fact.missingInput(slot.key.key, in: caller.asked.name)],
            hint: Fact.adviceOnProviding(slot.scope.lifetime),
            container: caller.asked
        )
    }

    private static func adviceOnType(_ slot: Slot, _ input: Slot) -> String {
        NearMisses.hint(forProviding: slot.key.key, as: input.key.key.type)
    }
}

extension Opening: CustomStringConvertible {
    var description: String { "The scope \"\(name)\", opened at \(file):\(line)," }
}

extension Slot {
    /// Whether its type conforms to the protocol of another one.
    fileprivate func conforms(to other: Slot) -> Bool {
        guard let own = UnsafeRawPointer(bitPattern: type),
            let wanted = UnsafeRawPointer(bitPattern: other.type)
        else { return false }
        return mortise_conforms(own, wanted)
    }
}
