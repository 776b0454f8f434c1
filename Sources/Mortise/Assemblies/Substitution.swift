// SPDX-License-Identifier: MIT

import CMortiseThread
import MortiseGraph
import Synchronization

extension Assembly {
    /// Has something else made in place of what a member makes.
    ///
    /// ```swift
    /// let services = Services(container: app.overriding())
    /// services.substitute(\.api) { MockAPI() as any API }
    /// ```
    ///
    /// Seen in this assembly's container and in what was made from it, and not outside. It lives as
    /// long as the member's scope says. What was made before is not touched: it comes back when the
    /// substitution is removed, as does what has been handed out already.
    ///
    /// Works in a container that is bootstrapped, too, and while other threads resolve.
    ///
    /// - Parameters:
    ///   - member: The member. It is evaluated once, to find out which definition it is: the last one of
    ///     the member's own type. What the member does beside that definition runs.
    ///   - make: Makes an instance. Runs now, once for each definition of the type in the member, and then as often as the member's scope says; no
    ///     lock is held. It is kept by the container: one that captures the container, or an
    ///     assembly, keeps it alive until the substitution is removed.
    /// - Returns: What removes it again. It may be ignored.
    /// - Precondition: The member defines an instance of its own type.
    @discardableResult
    public func substitute<T>(
        _ member: KeyPath<Self, T>,
        _ make: @escaping @Sendable () -> T
    ) -> Substitution {
        substitute(member, make, isTemporary: false)
    }

    /// Has something else made in place of what a member makes, while a body runs.
    ///
    /// - Parameters:
    ///   - member: The member.
    ///   - make: Makes an instance, as ``substitute(_:_:)`` says.
    ///   - body: Runs once. Other threads and tasks see the substitution as well.
    /// - Returns: What `body` returns.
    /// - Throws: What `body` throws.
    public func withSubstitution<T, Result>(
        _ member: KeyPath<Self, T>,
        _ make: @escaping @Sendable () -> T,
        _ body: () throws -> Result
    ) rethrows -> Result {
        let substitution = substitute(member, make, isTemporary: true)
        defer { substitution.remove() }
        return try body()
    }

    /// Has something else made in place of what a member makes, while a body runs.
    ///
    /// - Parameters:
    ///   - member: The member.
    ///   - make: Makes an instance, as ``substitute(_:_:)`` says.
    ///   - body: Runs once. Other threads and tasks see the substitution as well.
    /// - Returns: What `body` returns.
    /// - Throws: What `body` throws.
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
    ) -> Substitution {
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

/// Something else that is made in place of what a member of an assembly makes.
///
/// It stays until it is removed, whether this value is kept or not.
public struct Substitution: Sendable {
    fileprivate let number: Int
    fileprivate let container: Container

    /// Ends the substitution: the member makes again what it says, or what is substituted for it
    /// otherwise.
    ///
    /// Does nothing the second time, or if another substitution has taken its place.
    public func remove() { container.withdraw(number) }
}

/// A member that is evaluated in order to find out which definition it is.
final class Recording {
    private let type: Any.Type
    private let make: () -> Any
    private(set) var found: MemberSite?
    /// Whether it stands for an object that somebody else makes.
    private(set) var isPlaceholder = false
    /// Whether it has arguments that tell instances apart.
    private(set) var hasArguments = false
    /// What runs on the thread meanwhile: what a factory asks for inside is another matter.
    private var frame: FramePointer?

    init<T>(_ type: T.Type, _ make: @escaping () -> T) {
        self.type = type
        self.make = make
    }

    /// Evaluates a member on this thread.
    func run(_ evaluate: () -> Void) {
        // Nothing is hot from here on.
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

    /// The instance for a definition, if it may be the one that is looked for.
    ///
    /// What a member evaluates before its own definition may be of its type: the last one counts.
    func instance<T>(_ site: MemberSite, hasArguments: Bool = false, _: T.Type) -> T? {
        let thread = ThreadRecord.make()
        guard type == T.self, thread.pointee.frame == frame else { return nil }
        found = site
        isPlaceholder = false
        self.hasArguments = hasArguments
        // What makes the substitute may ask for members itself.
        thread.pointee.recording = nil
        defer { thread.pointee.recording = .passUnretained(self) }
        return make() as? T
    }

    /// The same, of a member that stands for an object.
    func placeholder<T>(_ site: MemberSite, _ type: T.Type) -> T? {
        guard let instance = instance(site, type) else { return nil }
        isPlaceholder = true
        return instance
    }
}

extension Container {
    /// What a member that is only recorded returns; `nil` if it is to be evaluated.
    func recorded<T>(_ site: MemberSite, hasArguments: Bool, _ type: T.Type) -> T? {
        guard let recording = ThreadRecord.make().pointee.recording else { return nil }
        let object = recording.takeUnretainedValue()
        return unsafeDowncast(object, to: Recording.self)
            .instance(site, hasArguments: hasArguments, type)
    }

    /// Makes something in place of members from now on.
    ///
    /// - Parameters:
    ///   - target: Of which.
    ///   - maker: How.
    ///   - name: For a name: who asked for it, in case there is no such member.
    ///   - livesLikeMember: Whether its instances live as long as the member's would; otherwise each
    ///     is a new one.
    ///   - isTemporary: Whether what it takes the place of comes back when it is removed.
    /// - Returns: What removes it.
    func substitute(
        _ target: Substitute.Target,
        _ maker: any SubstituteMaker,
        name: DefinitionTag.Member? = nil,
        livesLikeMember: Bool = true,
        isTemporary: Bool
    ) -> Substitution {
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
        return Substitution(number: number, container: self)
    }
}
