// SPDX-License-Identifier: MIT

import MortiseGraph

/// Gives the factory to a builder, which need not call it.
///
/// With a lifetime that keeps an instance for each value of the run-time arguments, that factory
/// makes a request of its own. So a call of it returns the kept instance, or a new one that is
/// complete.
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
