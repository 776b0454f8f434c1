// SPDX-License-Identifier: MIT

import MortiseGraph

/// What a request knows of an instance that a builder makes or brings.
final class Origin {
    /// Whether the instance is only to be completed.
    ///
    /// No scope keeps it then, but the session does if it is shared.
    let isAdopting: Bool
    /// Whether it was made elsewhere, without a call of the factory.
    var isForeign = true
    /// Whether it was taken; otherwise an instance is kept already.
    var wasTaken = false
    /// The definition that was found for it.
    var slot: Slot?

    init(isAdopting: Bool) { self.isAdopting = isAdopting }
}

/// What distinguishes the instances of one definition.
@usableFromInline enum Telling: Sendable {
    /// Nothing: there is one instance.
    case nothing
    /// The values of the run-time arguments.
    case arguments
    /// A name, which means the same for all definitions of the same names.
    case name(ArgumentValues)
    /// Arguments that are not known.
    case unknown
}

/// The step with which a member of an assembly completes its own instance.
///
/// It may outlive the request, because a step can be postponed.
final class OwnStep<Instance> {
    private let step: (Instance) throws -> Instance?
    /// The instance that replaces the original one.
    private(set) var replacement: Holder<Instance>?
    /// Has all later requests get the replacement.
    var replacing: ((Holder<Instance>) -> Void)?

    /// - Parameter step: Completes the instance. Returns a replacement, if there is one.
    init(_ step: @escaping (Instance) throws -> Instance?) { self.step = step }

    func run(on instance: Instance) throws {
        guard let other = try step(instance) else { return }
        let holder = Holder(other)
        replacement = holder
        replacing?(holder)
    }
}

/// How a request makes its instance, if not by a factory without run-time arguments.
class Maker<Instance> {
    /// The word of the type of the tuple of run-time arguments, or 0.
    let arguments: UInt
    let origin: Origin?
    /// How a member of an assembly completes its own instance.
    let ownStep: OwnStep<Instance>?

    init(
        _ arguments: UInt,
        _ origin: Origin? = nil,
        ownStep: OwnStep<Instance>? = nil
    ) {
        self.arguments = arguments
        self.origin = origin
        self.ownStep = ownStep
    }

    /// What distinguishes the instances of one definition.
    var telling: Telling { arguments == 0 ? .nothing : .arguments }

    /// Makes the instance: calls the factory of the found slot, or what the maker has instead.
    func make(_ slot: Slot, _ frame: FramePointer) throws -> Instance {
        var resolver = Resolver(frame)
        return try slot.factory.typed(Instance.self).call(&resolver)
    }

    /// The call of the factory if it is asynchronous.
    var asyncCall: AsyncCall<Instance> {
        AsyncCall { slot, resolver in
            try await slot.factory.asynchronous(Instance.self).call(&resolver)
        }
    }

    /// The values of the run-time arguments, for scopes that keep one instance per value.
    func values(_ frame: FramePointer) throws -> [AnyHashable]? { nil }

    /// The instance, if only the builder knows the arguments that distinguish it.
    func build(_ request: Request<Instance>, _ slot: Slot, _ note: UInt) throws -> Instance? { nil }

    /// The maker for another type from which this one is derived.
    ///
    /// - Parameters:
    ///   - type: The other type.
    ///   - caller: The caller that asks for the other type.
    ///   - convert: Converts an instance of the other type to this one.
    ///   - given: Gets the instance, if a builder made it.
    /// - Returns: The maker for the other type, if it needs one.
    func maker<Other>(
        of type: Other.Type,
        for caller: Caller,
        _ convert: @escaping (Other) throws -> Instance,
        given: @escaping (Instance) -> Void
    ) -> Maker<Other>? {
        nil
    }
}

/// Calls a factory with run-time arguments.
final class ArgumentMaker<Arguments, Instance>: Maker<Instance> {
    private let passed: Arguments
    private let values: ((FramePointer) throws -> [AnyHashable])?

    /// - Parameters:
    ///   - arguments: The tuple of arguments.
    ///   - values: Gives the values to compare; by default the elements of the tuple.
    ///   - origin: What is known of the instance, if a builder passes the arguments.
    init(
        _ arguments: Arguments,
        _ values: ((FramePointer) throws -> [AnyHashable])? = nil,
        _ origin: Origin? = nil
    ) {
        passed = arguments
        self.values = values
        super.init(KeyWords.word(of: Arguments.self), origin)
    }

    override func make(_ slot: Slot, _ frame: FramePointer) throws -> Instance {
        var resolver = Resolver(frame)
        return try slot.factory.typed(Arguments.self, Instance.self).call(&resolver, passed)
    }

    override var asyncCall: AsyncCall<Instance> {
        let passed = Holder(passed)
        return AsyncCall { slot, resolver in
            try await slot.factory.asynchronous(Arguments.self, Instance.self)
                .call(&resolver, passed.instance)
        }
    }

    override func values(_ frame: FramePointer) throws -> [AnyHashable]? {
        try values?(frame) ?? frame.hashableElements(of: passed)
    }

    override func maker<Other>(
        of type: Other.Type,
        for caller: Caller,
        _ convert: @escaping (Other) throws -> Instance,
        given: @escaping (Instance) -> Void
    ) -> Maker<Other>? {
        ArgumentMaker<Arguments, Other>(passed, values)
    }
}

/// Makes the instance of a member of an assembly, with the member's own code.
///
/// A substitute for the member has a factory instead.
final class MemberMaker<Instance>: Maker<Instance> {
    private let other: Maker<Instance>?
    private let member: () throws -> Instance
    private let asyncMember: (@Sendable () async throws -> Instance)?
    private let ownTelling: Telling?

    /// - Parameters:
    ///   - member: Makes the instance.
    ///   - asyncMember: Makes the instance if the member is asynchronous.
    ///   - other: Makes the instance of a substitute.
    ///   - telling: What distinguishes the instances, if not the arguments of a substitute.
    ///   - ownStep: Completes the instance once it exists.
    init(
        _ member: @escaping () throws -> Instance,
        awaiting asyncMember: (@Sendable () async throws -> Instance)? = nil,
        insteadOf other: Maker<Instance>? = nil,
        telling: Telling? = nil,
        ownStep: OwnStep<Instance>?
    ) {
        self.member = member
        self.asyncMember = asyncMember
        self.other = other
        ownTelling = telling
        super.init(other?.arguments ?? 0, ownStep: ownStep)
    }

    override var telling: Telling { ownTelling ?? super.telling }

    override func make(_ slot: Slot, _ frame: FramePointer) throws -> Instance {
        if slot.kind == .member { return try member() }
        guard let other else { return try super.make(slot, frame) }
        return try other.make(slot, frame)
    }

    override var asyncCall: AsyncCall<Instance> {
        let other = other?.asyncCall ?? super.asyncCall
        guard let asyncMember else { return other }
        return AsyncCall { slot, resolver in
            slot.kind == .member ? try await asyncMember() : try await other.run(slot, &resolver)
        }
    }

    override func values(_ frame: FramePointer) throws -> [AnyHashable]? {
        try other?.values(frame)
    }

    override func maker<Other>(
        of type: Other.Type,
        for caller: Caller,
        _ convert: @escaping (Other) throws -> Instance,
        given: @escaping (Instance) -> Void
    ) -> Maker<Other>? {
        other?.maker(of: type, for: caller, convert, given: given)
    }
}

/// Gives the factory to a builder, which need not call it.
///
/// In a scope that keeps an instance for each value of the run-time arguments, that factory makes a
/// request of its own. So a call of it returns the kept instance, or a new one that is complete.
final class BuilderMaker<Arguments, Instance>: Maker<Instance> {
    typealias Builder = (@escaping (Arguments) throws -> Instance) throws -> Instance
    private let builder: Builder
    private let prepare: ((Instance) -> Void)?
    private let known: Origin
    private let ownTelling: Telling?

    /// - Parameters:
    ///   - origin: Records where the instance comes from.
    ///   - prepare: Called first with an instance that the factory has not made.
    ///   - telling: What distinguishes the instances, if not the arguments.
    ///   - builder: Gets the factory, and returns the instance.
    init(
        _ origin: Origin = Origin(isAdopting: false),
        preparing prepare: ((Instance) -> Void)? = nil,
        telling: Telling? = nil,
        _ builder: @escaping Builder
    ) {
        self.prepare = prepare
        self.builder = builder
        ownTelling = telling
        known = origin
        let hasArguments = Arguments.self != Void.self
        super.init(hasArguments ? KeyWords.word(of: Arguments.self) : 0, origin)
    }

    override func make(_ slot: Slot, _ frame: FramePointer) throws -> Instance {
        let known = known
        known.wasTaken = true
        // The builder may keep the factory, and with it all that is captured here: not `self`.
        let instance = try builder { passed in
            known.isForeign = false
            var resolver = Resolver(frame)
            guard Arguments.self != Void.self else {
                return try slot.factory.typed(Instance.self).call(&resolver)
            }
            return try slot.factory.typed(Arguments.self, Instance.self).call(&resolver, passed)
        }
        if known.isForeign { prepare?(instance) }
        return instance
    }

    override var telling: Telling { ownTelling ?? super.telling }

    override func build(
        _ request: Request<Instance>,
        _ slot: Slot,
        _ note: UInt
    ) throws -> Instance? {
        guard case .arguments = telling else { return nil }
        var made: [AnyObject?] = []
        let instance = try request.caller.inFrame(slot, table: request.view, note: note) { frame in
            do {
                return try builder { [known] passed in
                    defer { frame.pointee.thread.pointee.frame = frame }
                    known.isForeign = false
                    let instance = try request.made(by: ArgumentMaker(passed, nil, known))
                        .enter(slot, note: note)
                    made.append(objectInside(instance))
                    return instance
                }
            } catch { throw frameFailed(error, frame) }
        }
        if made.contains(where: { $0 == nil || $0 === objectInside(instance) }) { return instance }
        // An instance that was made elsewhere has no arguments. Nothing keeps one that the builder
        // made of a factory's.
        let name = made.isEmpty ? ArgumentValues([]) : ArgumentValues()
        let origin = Origin(isAdopting: !made.isEmpty)
        let maker = BuilderMaker(origin, preparing: prepare, telling: .name(name)) { _ in instance }
        return try request.made(by: maker).enter(slot, note: note)
    }

    override func maker<Other>(
        of type: Other.Type,
        for caller: Caller,
        _ convert: @escaping (Other) throws -> Instance,
        given: @escaping (Instance) -> Void
    ) -> Maker<Other>? {
        let builder = builder
        let prepare = prepare
        var latest: Instance?
        return BuilderMaker<Arguments, Other>(
            known,
            preparing: prepare.map { prepare in { _ in if let latest { prepare(latest) } } }
        ) { factory in
            var made: Other?
            let instance = try builder { arguments in
                let other = try factory(arguments)
                made = other
                return try convert(other)
            }
            // The conversion may have wrapped what the factory has made.
            guard let other = instance as? Other ?? made else {
                throw ResolutionError.notOfType(
                    type,
                    instance,
                    hint: "pass an instance of \(TypeName(of: type)), or register what it is",
                    in: caller.thread.pointee.frame,
                    container: caller.asked
                )
            }
            latest = instance
            given(instance)
            return other
        }
    }
}
