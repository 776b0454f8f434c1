// SPDX-License-Identifier: MIT

import MortiseGraph

/// What is known of the instance of a request that somebody makes or brings who is given the factory.
final class Origin {
    /// Whether the instance is to be completed and nothing else: no scope keeps it, but for the session
    /// if it is shared.
    let isAdopting: Bool
    /// Whether somebody else has made it, and the factory was not asked.
    var isForeign = true
    /// Whether it was taken, and not one that is kept already.
    var wasTaken = false
    /// The definition that was found for it.
    var slot: Slot?

    init(isAdopting: Bool) { self.isAdopting = isAdopting }
}

/// What tells the instances of one definition apart.
@usableFromInline enum Telling: Sendable {
    /// There is one.
    case nothing
    /// The values of the run-time arguments.
    case arguments
    /// A name, whichever definition of the same names is asked for.
    case name(ArgumentValues)
    /// Arguments that nobody knows.
    case unknown
}

/// What a member of an assembly does with its instance itself, once that exists.
///
/// It may outlive the request: a step can be postponed.
final class OwnStep<Instance> {
    private let step: (Instance) throws -> Instance?
    /// What took the place of the instance.
    private(set) var replacement: Holder<Instance>?
    /// Lets everybody have what takes the place of the instance from now on.
    var replacing: ((Holder<Instance>) -> Void)?

    /// - Parameter step: Completes the instance. Returns what takes its place, if anything does.
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
    /// How a member of an assembly completes its instance itself.
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

    /// What tells the instances of one definition apart.
    var telling: Telling { arguments == 0 ? .nothing : .arguments }

    /// Calls the factory of the slot that was found, or what takes its place.
    func make(_ slot: Slot, _ frame: FramePointer) throws -> Instance {
        var resolver = Resolver(frame)
        return try slot.factory.typed(Instance.self).call(&resolver)
    }

    /// The same if it is asynchronous.
    var asyncCall: AsyncCall<Instance> {
        AsyncCall { slot, resolver in
            try await slot.factory.asynchronous(Instance.self).call(&resolver)
        }
    }

    /// The values of the run-time arguments, for scopes that keep one instance per value.
    func values(_ frame: FramePointer) throws -> [AnyHashable]? { nil }

    /// The instance, if only who is given the factory knows the arguments that tell it from others.
    func build(_ request: Request<Instance>, _ slot: Slot, _ note: UInt) throws -> Instance? { nil }

    /// The same for another type that leads to this one.
    ///
    /// - Parameters:
    ///   - type: The other type.
    ///   - caller: Who asks for that.
    ///   - convert: Gives an instance of the other type as this one.
    ///   - given: Gets what was made, if anybody was asked to make it.
    /// - Returns: The maker for the other type.
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
    ///   - values: The same, to be compared; by default its elements.
    ///   - origin: What is known of the instance if a builder passes them.
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

/// A member of an assembly, which says itself how it is made.
///
/// What takes its place has a factory.
final class MemberMaker<Instance>: Maker<Instance> {
    private let other: Maker<Instance>?
    private let member: () throws -> Instance
    private let asyncMember: (@Sendable () async throws -> Instance)?
    private let ownTelling: Telling?

    /// - Parameters:
    ///   - member: Makes the instance.
    ///   - asyncMember: The same if the member is asynchronous.
    ///   - other: How what takes its place is made.
    ///   - telling: What tells its instances apart, if not the arguments that what takes its place has.
    ///   - ownStep: What is done with the instance once it exists.
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

/// Somebody who is given the factory, and need not call it.
///
/// In a scope that keeps an instance for each value of the run-time arguments its factory makes a request of
/// its own: so who calls that gets the instance that is kept, or else one that is complete.
final class BuilderMaker<Arguments, Instance>: Maker<Instance> {
    typealias Builder = (@escaping (Arguments) throws -> Instance) throws -> Instance
    private let builder: Builder
    private let prepare: ((Instance) -> Void)?
    private let known: Origin
    private let ownTelling: Telling?

    /// - Parameters:
    ///   - origin: Gets to know where the instance comes from.
    ///   - prepare: Announces what is to be done first with an instance from elsewhere.
    ///   - telling: What tells its instances apart, if not the arguments.
    ///   - builder: Gets the factory, and makes the instance.
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
        // It may keep the factory, and with that whatever is captured here: not itself.
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
        // What it brings has no arguments; what it has made of one of the factory's nobody keeps.
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
            // What the factory has made may have been wrapped by the conversion.
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
