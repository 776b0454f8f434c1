// SPDX-License-Identifier: MIT

import MortiseGraph
import Synchronization

// Members that a key path cannot name: they throw, are asynchronous, or have arguments.

extension Assembly {
    /// Substitutes the instances of the members with a name.
    ///
    /// ```swift
    /// services.substitute("store") { () throws -> Store in throw Offline() }
    /// services.substitute("profile(id:)") { (id: Int) in Profile(id, name: "Jane") }
    /// ```
    ///
    /// Use this for members that ``substitute(_:_:)`` cannot name: they throw, are asynchronous, or
    /// have arguments. Otherwise it works like that method, but the types are checked when a member
    /// is evaluated: an instance that is not of the member's type is error `type-mismatch`; other
    /// arguments than those that tell the member's instances apart are `argument-mismatch`.
    ///
    /// Until a member of the name is evaluated, ``Container/validate()`` reports the substitution,
    /// with similar names. It also reports a name whose members only adopt objects: nothing is made
    /// there, so nothing can be substituted.
    ///
    /// - Parameters:
    ///   - name: The compiler's name of the member, such as `store` or `profile(id:)`. Applies to
    ///     every definition in the member, and to every member of that name.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - make: Makes an instance. Takes nothing, or the arguments that the member gives to
    ///     `define(_:for:)`. Runs as often as the member's scope says, without a lock held. The
    ///     container keeps it until the substitution is removed. It may throw if the member does.
    /// - Returns: A handle that removes the substitution. You can ignore it.
    @discardableResult
    public func substitute<Instance, each Argument>(
        _ name: String,
        file: StaticString = #fileID,
        line: UInt32 = #line,
        _ make: @escaping @Sendable (repeat each Argument) throws -> Instance
    ) -> Container.Substitution {
        substitute(name, file, line, TypedMaker(make: make), isTemporary: false)
    }

    /// Substitutes the instances of the asynchronous members with a name.
    ///
    /// If a member of the name is not asynchronous, evaluating it throws `needs-async`.
    ///
    /// - Parameters:
    ///   - name: The compiler's name of the member, such as `store`.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - make: Makes an instance, as in
    ///     ``substitute(_:file:line:_:)-(_,_,_,(Argument)->Instance)``.
    /// - Returns: A handle that removes the substitution. You can ignore it.
    @discardableResult
    public func substitute<Instance>(
        _ name: String,
        file: StaticString = #fileID,
        line: UInt32 = #line,
        _ make: @escaping @Sendable () async throws -> Instance
    ) -> Container.Substitution {
        let maker = AsyncMaker { (_: Void) in try await make() }
        return substitute(name, file, line, maker, isTemporary: false)
    }

    /// Substitutes the instances that the asynchronous members with a name make from their
    /// arguments.
    ///
    /// - Parameters:
    ///   - name: The compiler's name of the member, such as `profile(id:)`.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - make: Makes an instance. Takes the arguments that the member gives to `define(_:for:)`:
    ///     one value, or a tuple of several.
    /// - Returns: A handle that removes the substitution. You can ignore it.
    @discardableResult
    public func substitute<Instance, Arguments>(
        _ name: String,
        file: StaticString = #fileID,
        line: UInt32 = #line,
        _ make: @escaping @Sendable (_ arguments: Arguments) async throws -> Instance
    ) -> Container.Substitution {
        substitute(name, file, line, AsyncMaker(make: make), isTemporary: false)
    }

    /// Substitutes the instances of the members with a name, while a body runs.
    ///
    /// - Parameters:
    ///   - name: The compiler's name of the member, such as `store` or `profile(id:)`.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - make: Makes an instance, as in
    ///     ``substitute(_:file:line:_:)-(_,_,_,(Argument)->Instance)``.
    ///   - body: Runs once. Other threads and tasks see the substitution as well.
    /// - Returns: The result of `body`.
    /// - Throws: Any error from `body`.
    public func withSubstitution<Instance, each Argument, Result, Failure: Error>(
        _ name: String,
        file: StaticString = #fileID,
        line: UInt32 = #line,
        _ make: @escaping @Sendable (repeat each Argument) throws -> Instance,
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let maker = TypedMaker(make: make)
        let substitution = substitute(name, file, line, maker, isTemporary: true)
        defer { substitution.remove() }
        return try body()
    }

    /// Substitutes the instances of the members with a name, while a body runs.
    ///
    /// - Parameters:
    ///   - name: The compiler's name of the member, such as `store` or `profile(id:)`.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - make: Makes an instance, as in
    ///     ``substitute(_:file:line:_:)-(_,_,_,(Argument)->Instance)``.
    ///   - body: Runs once. Other threads and tasks see the substitution as well.
    /// - Returns: The result of `body`.
    /// - Throws: Any error from `body`.
    public func withSubstitution<Instance, each Argument, Result, Failure: Error>(
        _ name: String,
        file: StaticString = #fileID,
        line: UInt32 = #line,
        _ make: @escaping @Sendable (repeat each Argument) throws -> Instance,
        _ body: () async throws(Failure) -> Result
    ) async throws(Failure) -> Result {
        let maker = TypedMaker(make: make)
        let substitution = substitute(name, file, line, maker, isTemporary: true)
        defer { substitution.remove() }
        return try await body()
    }

    /// Substitutes the instances of the asynchronous members with a name, while a body runs.
    ///
    /// - Parameters:
    ///   - name: The compiler's name of the member, such as `store`.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - make: Makes an instance, as in
    ///     ``substitute(_:file:line:_:)-(_,_,_,(Argument)->Instance)``.
    ///   - body: Runs once. Other threads and tasks see the substitution as well.
    /// - Returns: The result of `body`.
    /// - Throws: Any error from `body`.
    public func withSubstitution<Instance, Result, Failure: Error>(
        _ name: String,
        file: StaticString = #fileID,
        line: UInt32 = #line,
        _ make: @escaping @Sendable () async throws -> Instance,
        _ body: () async throws(Failure) -> Result
    ) async throws(Failure) -> Result {
        let maker = AsyncMaker { (_: Void) in try await make() }
        let substitution = substitute(name, file, line, maker, isTemporary: true)
        defer { substitution.remove() }
        return try await body()
    }

    /// Substitutes the instances that the asynchronous members with a name make from their
    /// arguments, while a body runs.
    ///
    /// - Parameters:
    ///   - name: The compiler's name of the member, such as `profile(id:)`.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - make: Makes an instance. Takes the arguments that the member gives to `define(_:for:)`:
    ///     one value, or a tuple of several.
    ///   - body: Runs once. Other threads and tasks see the substitution as well.
    /// - Returns: The result of `body`.
    /// - Throws: Any error from `body`.
    public func withSubstitution<Instance, Arguments, Result, Failure: Error>(
        _ name: String,
        file: StaticString = #fileID,
        line: UInt32 = #line,
        _ make: @escaping @Sendable (_ arguments: Arguments) async throws -> Instance,
        _ body: () async throws(Failure) -> Result
    ) async throws(Failure) -> Result {
        let maker = AsyncMaker(make: make)
        let substitution = substitute(name, file, line, maker, isTemporary: true)
        defer { substitution.remove() }
        return try await body()
    }

    private func substitute(
        _ name: String,
        _ file: StaticString,
        _ line: UInt32,
        _ maker: any SubstituteMaker,
        isTemporary: Bool
    ) -> Container.Substitution {
        container.substitute(
            DefinitionTag.Member(
                name,
                of: TypeName(of: Self.self),
                identity: KeyWords.word(of: Self.self),
                site: SourceSite(file: "\(file)", line: Int(line)),
                column: 0
            ),
            maker,
            isTemporary: isTemporary
        )
    }
}

extension Container {
    /// Substitutes the instances of all members with a name.
    func substitute(
        _ name: DefinitionTag.Member,
        _ maker: any SubstituteMaker,
        livesLikeMember: Bool = true,
        isTemporary: Bool
    ) -> Container.Substitution {
        substitute(
            .named(name.name, of: name.identity),
            maker,
            name: name,
            livesLikeMember: livesLikeMember,
            isTemporary: isTemporary
        )
    }

    /// Warnings about substitutions whose members have not been evaluated and perhaps do not exist.
    ///
    /// - Parameter isNew: Whether to leave out what was reported so before.
    /// - Returns: The warnings.
    func unmatchedSubstitutes(onlyNew isNew: Bool = false) -> [Diagnostic] {
        let known = ([self] + sourcesInOrder).map { container in
            container.state.withLock { state in
                (state.existingExtras?.substitutes ?? [], state.slots.compactMap(\.member))
            }
        }
        // Members belong to the outermost container, whichever was requested.
        let members = known.flatMap(\.1)
        return known.flatMap(\.0).compactMap { substitute in
            guard let found = substitute.unmatched(among: members) else { return nil }
            return isNew && substitute.wasReported.exchange(true, ordering: .relaxed) ? nil : found
        }
    }
}

extension Slot {
    /// The assembly member that this slot defines, and whether the member adopts objects.
    fileprivate var member: (member: DefinitionTag.Member, isAdopting: Bool)? {
        guard kind == .member, case .member(let member) = tag else { return nil }
        return (member, keyExtra?.member?.isAdopting == true)
    }
}

extension Substitute {
    fileprivate func unmatched(
        among members: [(member: DefinitionTag.Member, isAdopting: Bool)]
    ) -> Diagnostic? {
        guard let name, !hasMatched.load(ordering: .relaxed) else { return nil }
        let known = members.filter { $0.member.identity == name.identity }
        let names = Set(known.filter { !$0.isAdopting }.map(\.member.function))
        guard !names.contains(name.name) else { return nil }
        let alike = NearMisses.names(like: name.name, among: names)
        let isAdopting = known.contains { $0.member.function == name.name }
        let key = Key(TypeName(of: maker.instance), tag: .member(name))
        return Diagnostic(
            .unusedBinding,
            severity: .warning,
            fact: isAdopting
                ? "\(name) completes what others have made, so nothing can take its place"
                : "No member of \(name.type) that was evaluated so far is called \"\(name.name)\"",
            path: [Diagnostic.Step(key, at: name.site)],
            hint: alike.isEmpty
                ? nil : "did you mean \(alike.map { "\"\($0)\"" }.joined(separator: " or "))?"
        )
    }
}
