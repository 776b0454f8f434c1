// SPDX-License-Identifier: MIT

import CMortiseThread
import MortiseGraph

extension Assembly {
    /// Substitutes the instances of a member.
    ///
    /// ```swift
    /// let services = Services(container: app.overriding())
    /// services.substitute(\.api) { MockAPI() as any API }
    /// ```
    ///
    /// Visible in this assembly's container and its descendants, and not outside. An instance lives
    /// as long as the member's scope says. Earlier instances are untouched: kept ones come back
    /// when the substitution is removed, and those already handed out stay valid.
    ///
    /// Works in a bootstrapped container, too, and while other threads resolve.
    ///
    /// - Parameters:
    ///   - member: The member. It is evaluated once to find its definition: the last one of the
    ///     member's own type. Any other code in the member runs, too.
    ///   - make: Makes an instance. Runs now, once for each definition of the type in the member,
    ///     and then as often as the member's scope says, without a lock held. The container keeps
    ///     the closure: one that captures the container or an assembly keeps it alive until the
    ///     substitution is removed.
    /// - Returns: A handle that removes the substitution. You can ignore it.
    /// - Precondition: The member defines an instance of its own type.
    @discardableResult
    public func substitute<T>(
        _ member: KeyPath<Self, T>,
        _ make: @escaping @Sendable () -> T
    ) -> Container.Substitution {
        substitute(member, make, isTemporary: false)
    }

    /// Substitutes the instances of a member, while a body runs.
    ///
    /// - Parameters:
    ///   - member: The member.
    ///   - make: Makes an instance, as in ``substitute(_:_:)``.
    ///   - body: Runs once. Other threads and tasks see the substitution as well.
    /// - Returns: The result of `body`.
    /// - Throws: Any error from `body`.
    public func withSubstitution<T, Result>(
        _ member: KeyPath<Self, T>,
        _ make: @escaping @Sendable () -> T,
        _ body: () throws -> Result
    ) rethrows -> Result {
        let substitution = substitute(member, make, isTemporary: true)
        defer { substitution.remove() }
        return try body()
    }

    /// Substitutes the instances of a member, while a body runs.
    ///
    /// - Parameters:
    ///   - member: The member.
    ///   - make: Makes an instance, as in ``substitute(_:_:)``.
    ///   - body: Runs once. Other threads and tasks see the substitution as well.
    /// - Returns: The result of `body`.
    /// - Throws: Any error from `body`.
    public func withSubstitution<T, Result>(
        _ member: KeyPath<Self, T>,
        _ make: @escaping @Sendable () -> T,
        _ body: () async throws -> Result
    ) async rethrows -> Result {
        let substitution = substitute(member, make, isTemporary: true)
        defer { substitution.remove() }
        return try await body()
    }

    private func substitute<T>(
        _ member: KeyPath<Self, T>,
        _ make: @escaping @Sendable () -> T,
        isTemporary: Bool
    ) -> Container.Substitution {
        let recording = Recording(T.self, make)
        recording.run { _ = self[keyPath: member] }
        guard let site = recording.found else {
            let type = TypeName(of: T.self)
            let isOptional = T.self is any ExpressibleByNilLiteral.Type
            fatalError(
                """
                \(member) cannot be substituted: it defines no \(type). Substitute the member that \
                does\(isOptional ? ", or let it end with as: { $0 as \(type) }" : "").
                """
            )
        }
        guard !recording.hasArguments else {
            fatalError(
                """
                \(DefinitionTag.Member(site)) has arguments that tell its instances apart, so it cannot be \
                substituted by a key path. Substitute it by name: \
                substitute("\(site.function)") { … }.
                """
            )
        }
        return container.substitute(
            .member(DefinitionTag.Member(site), type: KeyWords.word(of: T.self)),
            TypedMaker(make: make),
            isTemporary: isTemporary
        )
    }
}

extension Container {
    /// A handle to a substitution of an assembly's members.
    ///
    /// The substitution stays until it is removed, even if this value is dropped.
    public struct Substitution: Sendable {
        fileprivate let number: Int
        fileprivate let container: Container

        /// Ends the substitution: the member again makes its own instance, or that of another
        /// substitution.
        ///
        /// Does nothing the second time, or if another substitution has replaced this one.
        public func remove() { container.withdraw(number) }
    }
}

/// Evaluates a member in order to find its definition.
final class Recording {
    private let type: Any.Type
    private let make: () -> Any
    private(set) var found: MemberSite?
    /// Whether the member stands for an object that other code makes.
    private(set) var isPlaceholder = false
    /// Whether it has arguments that tell instances apart.
    private(set) var hasArguments = false
    /// The thread's frame during the evaluation; requests of an inner factory are not recorded.
    private var frame: FramePointer?

    init<T>(_ type: T.Type, _ make: @escaping () -> T) {
        self.type = type
        self.make = make
    }

    /// Evaluates a member on this thread.
    func run(_ evaluate: () -> Void) {
        // Closes the hot path for the duration.
        mortise_count_substitutions(1)
        let thread = ThreadRecord.make()
        let outer = thread.pointee.recording
        thread.pointee.recording = .passUnretained(self)
        frame = thread.pointee.frame
        defer {
            thread.pointee.recording = outer
            mortise_count_substitutions(-1)
        }
        evaluate()
    }

    /// The substitute's instance for a definition, if it may be the one that is looked for.
    ///
    /// A member may first evaluate others of its own type: the last definition counts.
    func instance<T>(_ site: MemberSite, hasArguments: Bool = false, _: T.Type) -> T? {
        let thread = ThreadRecord.make()
        guard type == T.self, thread.pointee.frame == frame else { return nil }
        found = site
        isPlaceholder = false
        self.hasArguments = hasArguments
        // The closure may itself use members.
        thread.pointee.recording = nil
        defer { thread.pointee.recording = .passUnretained(self) }
        return make() as? T
    }

    /// The substitute's instance for a placeholder, if it may be the one that is looked for.
    func placeholder<T>(_ site: MemberSite, _ type: T.Type) -> T? {
        guard let instance = instance(site, type) else { return nil }
        isPlaceholder = true
        return instance
    }
}

extension Container {
    /// The result of a member that is only recorded; `nil` if the member is to be evaluated.
    func recorded<T>(_ site: MemberSite, hasArguments: Bool, _ type: T.Type) -> T? {
        guard let recording = ThreadRecord.make().pointee.recording else { return nil }
        let object = recording.takeUnretainedValue()
        return unsafeDowncast(object, to: Recording.self)
            .instance(site, hasArguments: hasArguments, type)
    }

    /// Substitutes the instances of a member, or of all members with a name.
    ///
    /// - Parameters:
    ///   - target: The members.
    ///   - maker: Makes the instances.
    ///   - name: For a name: the location of the call, in case there is no such member.
    ///   - livesLikeMember: Whether instances live as long as the member's would; otherwise each is
    ///     new.
    ///   - isTemporary: Whether removing the substitution restores the one before it.
    /// - Returns: A handle that removes the substitution.
    func substitute(
        _ target: Substitute.Target,
        _ maker: any SubstituteMaker,
        name: DefinitionTag.Member? = nil,
        livesLikeMember: Bool = true,
        isTemporary: Bool
    ) -> Container.Substitution {
        let number = state.withLock { state in
            state.extras.lastSubstitute += 1
            return state.extras.lastSubstitute
        }
        add(
            Substitute(
                number,
                target,
                maker,
                name: name,
                livesLikeMember: livesLikeMember,
                isTemporary: isTemporary
            )
        )
        return Container.Substitution(number: number, container: self)
    }
}
