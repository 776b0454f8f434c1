// SPDX-License-Identifier: MIT

import MortiseGraph
import Synchronization

// What a key path cannot lead to: members that throw, that are asynchronous, that have arguments.

extension Assembly {
    /// Has something else made in place of what the members of a name make.
    ///
    /// ```swift
    /// services.substitute("store") { () throws -> Store in throw Offline() }
    /// services.substitute("profile(id:)") { (id: Int) in Profile(id, name: "Jane") }
    /// ```
    ///
    /// For members that ``substitute(_:_:)`` cannot name: that throw, that are
    /// asynchronous, or that have arguments. Apart from that it is the same. Whether it fits is found
    /// out when such a member is evaluated: what is not of the member's type is error
    /// `type-mismatch`, other arguments than those that tell the member's instances apart are
    /// `argument-mismatch`. As long as no member of the name was evaluated,
    /// ``Container/validate()`` reports it, with the names that are alike. What adopts an object makes
    /// nothing, so nothing takes its place, and that is reported as well.
    ///
    /// - Parameters:
    ///   - name: The member as the compiler calls it, such as `store` or `profile(id:)`. If there are
    ///     several definitions in it, or members of that name, it is each of them.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - make: Makes an instance. Takes nothing, or what the member gives to `define(_:for:)`. Runs
    ///     as often as the member's scope says; no lock is held. It is kept by the container until the
    ///     substitution is removed. It may throw if the member does.
    /// - Returns: What removes it again. It may be ignored.
    @discardableResult
    public func substitute<Instance, each Argument>(
        _ name: String,
        file: StaticString = #fileID,
        line: UInt32 = #line,
        _ make: @escaping @Sendable (repeat each Argument) throws -> Instance
    ) -> Substitution {
        substitute(name, file, line, NamedMaker(make: make), isTemporary: false)
    }

    /// Has something else made in place of what the asynchronous members of a name make.
    ///
    /// A member that is not asynchronous is then error `needs-async`.
    ///
    /// - Parameters:
    ///   - name: The member as the compiler calls it, such as `store`.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - make: Makes an instance, as ``substitute(_:file:line:_:)-(_,_,_,(Argument)->Instance)`` says.
    /// - Returns: What removes it again. It may be ignored.
    @discardableResult
    public func substitute<Instance>(
        _ name: String,
        file: StaticString = #fileID,
        line: UInt32 = #line,
        _ make: @escaping @Sendable () async throws -> Instance
    ) -> Substitution {
        let maker = AsyncNamedMaker { (_: Void) in try await make() }
        return substitute(name, file, line, maker, isTemporary: false)
    }

    /// Has something else made in place of what the asynchronous members of a name make from their
    /// arguments.
    ///
    /// - Parameters:
    ///   - name: The member as the compiler calls it, such as `profile(id:)`.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - make: Makes an instance. Gets what the member gives to `define(_:for:)`: one value, or a
    ///     tuple of several.
    /// - Returns: What removes it again. It may be ignored.
    @discardableResult
    public func substitute<Instance, Arguments>(
        _ name: String,
        file: StaticString = #fileID,
        line: UInt32 = #line,
        _ make: @escaping @Sendable (_ arguments: Arguments) async throws -> Instance
    ) -> Substitution {
        substitute(name, file, line, AsyncNamedMaker(make: make), isTemporary: false)
    }

    /// Has something else made in place of what the members of a name make, while a body runs.
    ///
    /// - Parameters:
    ///   - name: The member as the compiler calls it, such as `store` or `profile(id:)`.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - make: Makes an instance, as ``substitute(_:file:line:_:)-(_,_,_,(Argument)->Instance)`` says.
    ///   - body: Runs once. Other threads and tasks see the substitution as well.
    /// - Returns: What `body` returns.
    /// - Throws: What `body` throws.
    public func withSubstitution<Instance, each Argument, Result, Failure: Error>(
        _ name: String,
        file: StaticString = #fileID,
        line: UInt32 = #line,
        _ make: @escaping @Sendable (repeat each Argument) throws -> Instance,
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let maker = NamedMaker(make: make)
        let substitution = substitute(name, file, line, maker, isTemporary: true)
        defer { substitution.remove() }
        return try body()
    }

    /// Has something else made in place of what the members of a name make, while a body runs.
    ///
    /// - Parameters:
    ///   - name: The member as the compiler calls it, such as `store` or `profile(id:)`.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - make: Makes an instance, as ``substitute(_:file:line:_:)-(_,_,_,(Argument)->Instance)`` says.
    ///   - body: Runs once. Other threads and tasks see the substitution as well.
    /// - Returns: What `body` returns.
    /// - Throws: What `body` throws.
    public func withSubstitution<Instance, each Argument, Result, Failure: Error>(
        _ name: String,
        file: StaticString = #fileID,
        line: UInt32 = #line,
        _ make: @escaping @Sendable (repeat each Argument) throws -> Instance,
        _ body: () async throws(Failure) -> Result
    ) async throws(Failure) -> Result {
        let maker = NamedMaker(make: make)
        let substitution = substitute(name, file, line, maker, isTemporary: true)
        defer { substitution.remove() }
        return try await body()
    }

    /// Has something else made in place of what the asynchronous members of a name make, while a body
    /// runs.
    ///
    /// - Parameters:
    ///   - name: The member as the compiler calls it, such as `store`.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - make: Makes an instance, as ``substitute(_:file:line:_:)-(_,_,_,(Argument)->Instance)`` says.
    ///   - body: Runs once. Other threads and tasks see the substitution as well.
    /// - Returns: What `body` returns.
    /// - Throws: What `body` throws.
    public func withSubstitution<Instance, Result, Failure: Error>(
        _ name: String,
        file: StaticString = #fileID,
        line: UInt32 = #line,
        _ make: @escaping @Sendable () async throws -> Instance,
        _ body: () async throws(Failure) -> Result
    ) async throws(Failure) -> Result {
        let maker = AsyncNamedMaker { (_: Void) in try await make() }
        let substitution = substitute(name, file, line, maker, isTemporary: true)
        defer { substitution.remove() }
        return try await body()
    }

    /// Has something else made in place of what the asynchronous members of a name make from their
    /// arguments, while a body runs.
    ///
    /// - Parameters:
    ///   - name: The member as the compiler calls it, such as `profile(id:)`.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - make: Makes an instance. Gets what the member gives to `define(_:for:)`: one value, or a
    ///     tuple of several.
    ///   - body: Runs once. Other threads and tasks see the substitution as well.
    /// - Returns: What `body` returns.
    /// - Throws: What `body` throws.
    public func withSubstitution<Instance, Arguments, Result, Failure: Error>(
        _ name: String,
        file: StaticString = #fileID,
        line: UInt32 = #line,
        _ make: @escaping @Sendable (_ arguments: Arguments) async throws -> Instance,
        _ body: () async throws(Failure) -> Result
    ) async throws(Failure) -> Result {
        let maker = AsyncNamedMaker(make: make)
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
    ) -> Substitution {
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
    /// Makes something in place of all members of a name.
    func substitute(
        _ name: DefinitionTag.Member,
        _ maker: any SubstituteMaker,
        livesLikeMember: Bool = true,
        isTemporary: Bool
    ) -> Substitution {
        substitute(
            .named(name.name, of: name.identity),
            maker,
            name: name,
            livesLikeMember: livesLikeMember,
            isTemporary: isTemporary
        )
    }

    /// What was to take the place of members that nobody has evaluated: perhaps there are none.
    ///
    /// - Parameter isNew: Leaves out what was reported so before.
    /// - Returns: A warning about each.
    func unmatchedSubstitutes(onlyNew isNew: Bool = false) -> [Diagnostic] {
        let known = ([self] + sourcesInOrder).map { container in
            container.state.withLock { state in
                (state.existingExtras?.substitutes ?? [], state.slots.compactMap(\.member))
            }
        }
        // Members belong to the outermost container, whichever was asked.
        let members = known.flatMap(\.1)
        return known.flatMap(\.0).compactMap { substitute in
            guard let found = substitute.unmatched(among: members) else { return nil }
            return isNew && substitute.wasReported.exchange(true, ordering: .relaxed) ? nil : found
        }
    }
}

extension Slot {
    /// The member of an assembly that it is the definition of, and whether that completes what somebody
    /// else has made.
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
