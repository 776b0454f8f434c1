// SPDX-License-Identifier: MIT

import MortiseGraph
import Synchronization

/// Where the instance of a request comes from, if not from the factory of its definition alone.
final class Origin {
    /// Whether the instance is to be completed and nothing else: its scope counts no more than for the
    /// rest of its graph.
    let isAdopting: Bool
    /// Whether somebody else has made it, and the factory was not asked.
    var isForeign = true
    /// Whether it was taken.
    var wasTaken = false

    /// Announces what is to be done with the instance first.
    var prepare: (() -> Void)?

    init(isAdopting: Bool, prepare: (() -> Void)? = nil) {
        self.isAdopting = isAdopting
        self.prepare = prepare
    }
}

/// What a forwarded type adds to an instance that is made for it.
struct Addition<Instance> {
    /// Runs after the steps of the instance's own definition.
    let step: ((inout Resolver, Instance) throws -> Void)?
    /// Hears that the instance was resolved.
    let notify: ((Instance) -> Void)?
}

/// How a forwarded type leads to its definition.
class Forwarder<Other>: @unchecked Sendable {
    /// Resolves the definition for a request for the other type, with what that adds.
    func resolve(_ request: Request<Other>, _ slot: Slot, _ frame: FramePointer) throws -> Other {
        preconditionFailure("abstract")
    }

    /// Completes an instance that somebody else has made as one of the definition.
    func adopt(
        _ other: Other,
        _ request: Request<Other>,
        _ slot: Slot,
        _ frame: FramePointer
    ) throws {
        preconditionFailure("abstract")
    }
}

/// How a forwarded type leads to a definition of a type.
// @unchecked: immutable; a class with subclasses cannot say so itself.
final class TypedForwarder<Instance, Other>: Forwarder<Other>, @unchecked Sendable {
    private let source: Slot
    private let tag: Tag?
    private let convert: @Sendable (Instance) throws -> Other

    init(
        _ source: Slot,
        _ tag: Tag?,
        _ convert: @escaping @Sendable (Instance) throws -> Other
    ) {
        self.source = source
        self.tag = tag
        self.convert = convert
    }

    override func resolve(
        _ request: Request<Other>,
        _ slot: Slot,
        _ frame: FramePointer
    ) throws -> Other {
        let inner = original(of: request, slot, frame)
        // One of several: the type leads to this one, and not to that which `resolve` gives.
        let isContributing = source.sealed().isContributing
        return try convert(isContributing ? inner.resolve(source) : inner.resolve())
    }

    override func adopt(
        _ other: Other,
        _ request: Request<Other>,
        _ slot: Slot,
        _ frame: FramePointer
    ) throws {
        guard let instance = other as? Instance else {
            throw ResolutionError.failed(
                .typeMismatch,
                in: frame,
                facts: ["\(TypeName(of: dynamicType(of: other))) is no \(source.key.key)"]
            )
        }
        var inner = original(of: request, slot, frame)
        inner.origin = Origin(
            isAdopting: request.origin?.isAdopting != false,
            prepare: request.origin?.prepare
        )
        inner.call = { _, _ in instance }
        _ = try inner.resolve()
    }

    private func original(
        of request: Request<Other>,
        _ slot: Slot,
        _ frame: FramePointer
    ) -> Request<Instance> {
        var inner = request.derivation(tag: tag, caller: frame).request(Instance.self)
        inner.addition = addition(slot, before: request.addition)
        return inner
    }

    private func addition(_ slot: Slot, before outer: Addition<Other>?) -> Addition<Instance>? {
        let details = slot.details
        let steps = (details.steps as? StepList<Other>)?.inOrder ?? []
        let callbacks = (details.callbacks as? CallbackList<Other>)?.all ?? []
        guard !steps.isEmpty || !callbacks.isEmpty || outer != nil else { return nil }
        let convert = self.convert
        return Addition { resolver, instance in
            let other = try convert(instance)
            for step in steps { try step(&resolver, other) }
            try outer?.step?(&resolver, other)
        } notify: { instance in
            guard let other = try? convert(instance) else { return }
            for callback in callbacks { callback(other) }
            outer?.notify?(other)
        }
    }
}
