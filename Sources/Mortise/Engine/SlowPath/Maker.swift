// SPDX-License-Identifier: MIT

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

    /// Whether the instance was made elsewhere, so that others dispose of it.
    var isBrought: Bool { origin?.isForeign == true }

    /// What distinguishes the instances of one definition.
    var telling: Telling { arguments == 0 ? .nothing : .arguments }

    /// Makes the instance: calls the factory of the found slot, or what the maker has instead.
    func make(_ slot: Slot, _ frame: FramePointer) throws -> Instance {
        var resolver = Resolver(frame)
        return try slot.factory.typed(Instance.self).call(&resolver)
    }

    /// What is called if the found slot is asynchronous; `nil` for its own factory.
    func asyncFactory(for slot: Slot) -> AsyncFactory<Instance>? { nil }

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

extension Maker {
    /// The maker that passes run-time arguments, or none for an empty tuple: a request without
    /// arguments.
    static func passing<Arguments>(
        _ arguments: Arguments,
        _ values: ((FramePointer) throws -> [AnyHashable])?
    ) -> Maker? {
        Arguments.self == Void.self ? nil : ArgumentMaker(arguments, values)
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

    override func asyncFactory(for slot: Slot) -> AsyncFactory<Instance>? {
        let passed = Holder(passed)
        let factory = slot.factory.asynchronous(Arguments.self, Instance.self)
        return AsyncFactory { try await factory.call(&$0, passed.instance) }
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
