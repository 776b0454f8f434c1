// SPDX-License-Identifier: MIT

import CMortiseThread
import MortiseGraph
import Synchronization

/// A replacement for a member of an assembly, or for all members with a name.
///
/// It has a definition for each member that it replaces, added when the member is evaluated.
final class Substitute: Sendable {
    /// The members that it replaces.
    enum Target: Hashable, Sendable {
        case member(DefinitionTag.Member, type: UInt)
        case named(String, of: UInt)
    }

    /// The number by which it is removed.
    let number: Int
    let target: Target
    let maker: any SubstituteMaker
    /// Whether its instances live as long as the member's would.
    private let livesLikeMember: Bool
    /// Whether removing it restores the substitution before it.
    private let isTemporary: Bool
    private let slots = Locked(Slots())
    /// Whether it has replaced a member yet.
    let hasMatched = Atomic<Bool>(false)
    /// Whether a missing match was reported.
    let wasReported = Atomic<Bool>(false)
    /// The name and the location of the call, for a report of members that do not exist.
    let name: DefinitionTag.Member?

    private struct Slots {
        var all: [Slot] = []
        var isOver = false
    }

    init(
        _ number: Int,
        _ target: Target,
        _ maker: any SubstituteMaker,
        name: DefinitionTag.Member? = nil,
        livesLikeMember: Bool = true,
        isTemporary: Bool
    ) {
        self.number = number
        self.target = target
        self.maker = maker
        self.name = name
        self.livesLikeMember = livesLikeMember
        self.isTemporary = isTemporary
        // Counted until no table that a reader may see has it.
        mortise_count_substitutions(1)
    }

    deinit { mortise_count_substitutions(-1) }

    /// Whether it permanently replaces another substitution.
    func replaces(_ other: Substitute) -> Bool {
        !isTemporary && !other.isTemporary && target == other.target
    }

    /// Whether it replaces a member.
    func matches(_ member: DefinitionTag.Member, called name: String, _ type: UInt) -> Bool {
        switch target {
        case .member(let other, let otherType): member == other && type == otherType
        case .named(let other, let assembly): name == other && member.identity == assembly
        }
    }

    /// The definition that replaces a member's.
    func slot(
        for key: KeyWords,
        _ site: MemberSite,
        _ scope: EngineScope,
        owner: Container,
        _ factory: (any SubstituteMaker) -> ErasedFactory
    ) -> Slot {
        hasMatched.store(true, ordering: .relaxed)
        return slots.withLock { slots in
            if let known = slots.all.first(where: { $0.key == key }) { return known }
            let slot = Slot(
                key,
                livesLikeMember ? scope : .unique,
                kind: .substitute,
                lane: maker.isAsync ? .async : .sync,
                owner: owner,
                factory: factory(maker),
                file: site.file.address,
                line: site.line
            )
            // No other thread has it yet.
            slot.isPublished = !slots.isOver
            slots.all.append(slot)
            return slot
        }
    }

    func forEachSlot(_ body: (Slot) -> Void) {
        slots.withLock { $0.all }.forEach(body)
    }

    /// Ends the substitution.
    ///
    /// - Returns: Its definitions.
    func end() -> [Slot] {
        slots.withLock { slots in
            slots.isOver = true
            return slots.all
        }
    }
}

/// The substitutions of members in a container, in the order of their calls.
///
/// Part of a table: a running resolve keeps the substitutions that it saw first.
@usableFromInline final class Substitutions: Sendable {
    private let all: [Substitute]

    init(_ all: [Substitute]) { self.all = all }

    /// The last substitution that matches a member.
    func last(for member: DefinitionTag.Member, called name: String, _ type: UInt) -> Substitute? {
        all.last { $0.matches(member, called: name, type) }
    }
}

// MARK: - Makers

/// Makes the instances of a substitute for any member.
protocol SubstituteMaker: Sendable {
    var isAsync: Bool { get }
    /// The type of its instances.
    var instance: Any.Type { get }

    func factory<T>(_: T.Type) -> ErasedFactory
    func factory<T, Arguments>(_: T.Type, _: Arguments.Type) -> ErasedFactory
}

/// Makes instances whose type was checked against the member's at compile time.
struct TypedMaker<Instance>: SubstituteMaker {
    let make: @Sendable () -> Instance
    var isAsync: Bool { false }
    var instance: Any.Type { Instance.self }

    func factory<T>(_ type: T.Type) -> ErasedFactory {
        if let same = self as? TypedMaker<T> {
            return ErasedFactory(Factory<T> { _ in same.make() })
        }
        return NamedMaker(make: make).factory(type)
    }

    func factory<T, Arguments>(_ type: T.Type, _ arguments: Arguments.Type) -> ErasedFactory {
        NamedMaker(make: make).factory(type, arguments)
    }
}

/// Makes instances whose type is checked against the member's when it is evaluated.
struct NamedMaker<Instance, each Argument>: SubstituteMaker {
    let make: @Sendable (repeat each Argument) throws -> Instance
    var isAsync: Bool { false }
    var instance: Any.Type { Instance.self }

    func factory<T>(_: T.Type) -> ErasedFactory {
        ErasedFactory(
            Factory<T> { resolver in
                let frame = resolver.frame
                let way = { ResolutionError.entries(to: frame) }
                let passed: (repeat each Argument) = try taken(from: (), way)
                return try convert(make(repeat each passed), way)
            }
        )
    }

    func factory<T, Arguments>(_: T.Type, _: Arguments.Type) -> ErasedFactory {
        ErasedFactory(
            ArgumentFactory<Arguments, T> { resolver, arguments in
                let frame = resolver.frame
                let way = { ResolutionError.entries(to: frame) }
                let passed: (repeat each Argument) = try taken(from: arguments, way)
                return try convert(make(repeat each passed), way)
            }
        )
    }
}

/// Marks a member that makes its instance only when it is evaluated: any other request fails.
struct AloneMaker: SubstituteMaker {
    let isAsync: Bool
    var instance: Any.Type { Never.self }

    func factory<T>(_: T.Type) -> ErasedFactory {
        isAsync
            ? ErasedFactory(AsyncFactory<T> { throw Self.error($0.frame.entries) })
            : ErasedFactory(Factory<T> { throw Self.error(ResolutionError.entries(to: $0.frame)) })
    }

    func factory<T, Arguments>(_: T.Type, _: Arguments.Type) -> ErasedFactory {
        isAsync
            ? ErasedFactory(
                AsyncArgumentFactory<Arguments, T> { resolver, _ in
                    throw Self.error(resolver.frame.entries)
                }
            )
            : ErasedFactory(
                ArgumentFactory<Arguments, T> { resolver, _ in
                    throw Self.error(ResolutionError.entries(to: resolver.frame))
                }
            )
    }

    private static func error(_ way: [ResolutionError.Entry]) -> ResolutionError {
        ResolutionError(
            .missingBinding,
            way,
            facts: ["\(way.memberName) says how it is made when it is evaluated, and only then"],
            container: nil
        )
    }
}

/// Makes instances asynchronously and checks their type when the member is evaluated.
///
/// Takes a tuple of arguments: Swift 6.3.1 crashes if an asynchronous closure takes a pack.
struct AsyncNamedMaker<Instance, Taken>: SubstituteMaker {
    let make: @Sendable (Taken) async throws -> Instance
    var isAsync: Bool { true }
    var instance: Any.Type { Instance.self }

    func factory<T>(_: T.Type) -> ErasedFactory {
        ErasedFactory(
            AsyncFactory<T> { resolver in
                let frame = resolver.frame
                let way = { frame.entries }
                return try await convert(make(taken(from: (), way)), way)
            }
        )
    }

    func factory<T, Arguments>(_: T.Type, _: Arguments.Type) -> ErasedFactory {
        ErasedFactory(
            AsyncArgumentFactory<Arguments, T> { resolver, arguments in
                let frame = resolver.frame
                let way = { frame.entries }
                return try await convert(make(taken(from: arguments, way)), way)
            }
        )
    }
}

/// Converts a member's arguments to those of a substitute: all of them, or none.
private func taken<Arguments, Taken>(
    from arguments: Arguments,
    _ way: () -> [ResolutionError.Entry]
) throws -> Taken {
    if let same = arguments as? Taken { return same }
    if let none = () as? Taken { return none }
    let way = way()
    let types = TypeName.elements(of: Taken.self).map(\.description).joined(separator: ", ")
    throw ResolutionError(
        .argumentMismatch,
        way,
        facts: [
            "What takes the place of \(way.memberName) takes (\(types)), which are not the arguments "
                + "that tell its instances apart"
        ],
        container: nil
    )
}

/// Converts an instance to the member's type.
private func convert<Instance, T>(
    _ instance: Instance,
    _ way: () -> [ResolutionError.Entry]
) throws -> T {
    if let instance = instance as? T { return instance }
    let way = way()
    throw ResolutionError(
        .typeMismatch,
        way,
        facts: [
            "\(way.memberName) is \(TypeName(of: T.self)), but what takes its place is "
                + "\(TypeName(of: type(of: instance as Any)))"
        ],
        container: nil
    )
}

extension [ResolutionError.Entry] {
    fileprivate var memberName: String {
        guard case .member(let member) = last?.key.tag else { return "the member" }
        return "\(member)"
    }
}
