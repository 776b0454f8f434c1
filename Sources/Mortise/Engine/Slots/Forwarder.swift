// SPDX-License-Identifier: MIT

import MortiseGraph

/// The steps and callbacks that a forwarded type adds to an instance made for it.
struct Addition<Instance> {
    typealias Step = (inout Resolver, Instance) throws -> Void
    /// Run after the steps of the instance's own definition, each on its own.
    let steps: [Step]
    /// Called when the instance was resolved.
    let notify: (Instance) -> Void
}

/// Leads from a forwarded type to its definition.
// @unchecked: immutable; a class with subclasses cannot say so itself.
class AnyForwarder: @unchecked Sendable {
    /// The factory of a slot of the forwarded type.
    ///
    /// - Parameter arguments: The type of the run-time arguments, if there are any.
    /// - Returns: The factory.
    func factory(_ arguments: Any.Type?) -> ErasedFactory { preconditionFailure("abstract") }

    /// The definition, unless it belongs to another container.
    var source: Slot? { nil }

    /// A copy for another container, where the type leads to the definition registered there.
    func elsewhere() -> AnyForwarder { preconditionFailure("abstract") }

    /// The definition itself, if it is one of several of its key and `resolve` may find another.
    func definition(for slot: Slot) -> Slot? {
        guard let source, source.sealed().isContributing else { return nil }
        return slot.owner.wrapped(slot.arguments == 0 ? source.wired ?? source : source)
    }
}

/// Leads from a forwarded type, `Other`, to its definition.
// @unchecked: as above.
class Forwarder<Other>: AnyForwarder, @unchecked Sendable {
    /// Resolves the definition for a request for `Other`, with the additions of that type.
    func resolve(_ request: Request<Other>, _ slot: Slot, _ frame: FramePointer) throws -> Other {
        preconditionFailure("abstract")
    }
}

/// Leads from a forwarded type, `Other`, to a definition of `Instance`.
// @unchecked: as above.
final class TypedForwarder<Instance, Other>: Forwarder<Other>, @unchecked Sendable {
    /// The definition; `nil` if it belongs to another container, which this may outlive.
    private let definition: Slot?
    private let tag: DefinitionTag?
    private let convert: @Sendable (Instance) throws -> Other

    init(
        _ source: Slot?,
        _ tag: DefinitionTag?,
        _ convert: @escaping @Sendable (Instance) throws -> Other
    ) {
        definition = source
        self.tag = tag
        self.convert = convert
    }

    override var source: Slot? { definition }

    override func elsewhere() -> AnyForwarder { TypedForwarder(nil, tag, convert) }

    override func factory(_ arguments: Any.Type?) -> ErasedFactory {
        guard let arguments else { return ErasedFactory(Factory { try self.make(&$0) }) }
        func open<Arguments>(_: Arguments.Type) -> ErasedFactory {
            ErasedFactory(
                ArgumentFactory<Arguments, Other> { resolver, arguments in
                    try self.make(&resolver, arguments)
                }
            )
        }
        return open(arguments)
    }

    // MARK: The factory of the other type, which adds nothing

    private func make(_ resolver: inout Resolver) throws -> Other {
        let frame = resolver.frame
        let slot = frame.slotObject
        guard tag != nil || slot.tag == nil, definition(for: slot) == nil else {
            return try convert(
                resolve(Request(Instance.self, tag: tag, Caller(frame)), frame)
            )
        }
        return try convert(resolver.resolve(Instance.self, tag: tag))
    }

    private func make<Arguments>(
        _ resolver: inout Resolver,
        _ arguments: Arguments
    ) throws -> Other {
        let frame = resolver.frame
        let maker = ArgumentMaker<Arguments, Instance>(arguments)
        return try convert(resolve(Request(Instance.self, tag: tag, Caller(frame), maker), frame))
    }

    // MARK: On the slow path

    override func resolve(
        _ request: Request<Other>,
        _ slot: Slot,
        _ frame: FramePointer
    ) throws -> Other {
        let conversion = Conversion(convert, slot)
        let caller = Caller(frame, request.view, request.thread)
        let maker = request.maker?.maker(of: Instance.self, for: caller, convert) {
            conversion.known = $0
        }
        var inner = Request(Instance.self, tag: tag, caller, maker)
        inner.addition = conversion.addition(slot.sealed(), before: request.addition)
        let instance = try resolve(inner, frame)
        return try conversion.known ?? convert(instance)
    }

    private func resolve(_ request: Request<Instance>, _ frame: FramePointer) throws -> Instance {
        var request = request
        // A forwarder without a tag of its own passes on the requested one.
        if tag == nil { request.inheritedTag = frame.requestedTag }
        guard let definition = definition(for: frame.slotObject) else {
            return try request.resolve()
        }
        return try request.resolve(definition)
    }
}

/// Converts the instance of one resolve once, for the steps, the callbacks and the caller.
private final class Conversion<Instance, Other> {
    var known: Other?
    private let convert: (Instance) throws -> Other
    private let slot: Slot

    init(_ convert: @escaping (Instance) throws -> Other, _ slot: Slot) {
        self.convert = convert
        self.slot = slot
    }

    private func other(_ instance: Instance) throws -> Other {
        if let known { return known }
        let other = try convert(instance)
        known = other
        return other
    }

    /// Converts the instance in a step, where a failure is one of the other type's factory.
    private func other(_ instance: Instance, in step: FramePointer) throws -> Other {
        do {
            return try other(instance)
        } catch {
            if error is ResolutionError { throw error }
            let frame = step.chain.first { $0.slotObject === slot } ?? step
            throw ResolutionError.failed(.factoryThrew, in: frame, underlying: error)
        }
    }

    /// The additions of the other type, followed by those of a type that forwards to it.
    func addition(_ details: Details, before outer: Addition<Other>?) -> Addition<Instance>? {
        let own = (details.steps as? StepList<Other>)?.inOrder ?? []
        let callbacks = (details.callbacks as? CallbackList<Other>)?.all ?? []
        guard !own.isEmpty || !callbacks.isEmpty || outer != nil else { return nil }
        func added(_ step: @escaping Addition<Other>.Step) -> Addition<Instance>.Step {
            { resolver, instance in
                try step(&resolver, self.other(instance, in: resolver.frame))
            }
        }
        // One by one: the implicit conversion of an array happens at run time, and fails for
        // functions.
        return Addition(
            steps: own.map { added($0) } + (outer?.steps ?? []).map(added)
        ) { instance in
            guard let other = try? self.other(instance) else { return }
            for callback in callbacks { callback(other) }
            outer?.notify(other)
        }
    }
}
