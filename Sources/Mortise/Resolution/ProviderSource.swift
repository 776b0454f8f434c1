// SPDX-License-Identifier: MIT

import MortiseGraph
import Synchronization

/// What a provider resolves, and from which container.
struct ProviderSource<Instance>: Sendable {
    private let container: WeakContainer
    let tag: DefinitionTag?
    let tagRule: Dependency.TagRule
    private let holder: ProviderHolder?

    init(
        _ container: Container,
        tag: DefinitionTag?,
        by tagRule: Dependency.TagRule = .exact,
        heldBy holder: ProviderHolder?
    ) {
        self.container = WeakContainer(container)
        self.tag = tag
        self.tagRule = tagRule
        self.holder = holder
    }

    func resolve<each Argument>(arguments: repeat each Argument) throws -> Instance {
        let container = try living()
        if isOptional { return try ask(container, (repeat each arguments)) }
        guard (repeat each Argument).self != Void.self else {
            return try container.resolve(Instance.self, tag: tag, by: tagRule)
        }
        guard tagRule == .exact else {
            return try container.resolveOutermost(
                Instance.self,
                tag: tag,
                by: tagRule,
                arguments: repeat each arguments
            )
        }
        return try container.resolve(Instance.self, tag: tag, arguments: repeat each arguments)
    }

    /// Whether it gives `nil` where nothing is registered.
    var isOptional: Bool { TypeLayout.isOptional(Instance.self) }

    /// Resolves on the slow path, with a tuple of run-time arguments.
    func ask<Arguments>(_ container: Container, _ arguments: Arguments) throws -> Instance {
        try container.ask(Instance.self, tag: tag, by: tagRule, arguments) {
            try $0.resolveAsWritten()
        }
    }

    /// The container, if it still exists.
    func living() throws -> Container {
        if let container = container.value { return container }
        let key = KeyWords(type: KeyWords.word(of: Instance.self), tag: tag)
        throw ResolutionError.gone(key)
    }

    /// An error with the path from what holds the provider, and with what to do if another provider
    /// could resolve.
    func advised(_ error: any Error) -> any Error {
        ProviderHolder.advised(error, about: Key(TypeName(of: Instance.self), tag: tag), by: holder)
    }
}

/// The definition whose factory got a provider or made a lazy property, for the path of an error.
///
/// It does not keep the definition alive.
// @unchecked: `file` points to a literal, which never changes.
struct ProviderHolder: @unchecked Sendable {
    private let key: KeyWords
    private let file: UnsafePointer<UInt8>?
    private let line: UInt32

    init(_ slot: Slot) {
        // A definition that is wired is asked for without arguments.
        key = slot.wired?.key ?? slot.key
        file = slot.file
        line = slot.line
    }

    init?(_ frame: FramePointer?) {
        guard let slot = frame?.slotObject else { return nil }
        self.init(slot)
    }

    var entry: ResolutionError.Entry {
        let site = file.map { SourceSite(file: String(cString: $0), line: Int(line)) }
        return ResolutionError.Entry(key: key, site: site, relation: .needs)
    }

    /// An error with the path from the holder, and with what to do if what resolves never can.
    static func advised(_ error: any Error, about key: Key, by holder: Self?) -> any Error {
        guard var error = error as? ResolutionError else { return error }
        // Inside another resolve the path has what asked the provider.
        if let holder, ThreadRecord.known?.pointee.frame == nil, AsyncFrame.current == nil {
            error = error.deferred(by: holder.entry)
        }
        switch error.code {
        case .needsAsync:
            return error.advising(
                "\(ProviderAdvice.onAsync(key.type)), or finish it before: await it once"
            )
        case .needsMainActor: return error.advising(ProviderAdvice.onMainActor(key.type))
        case .missingScope:
            return error.advising(
                ProviderAdvice.onScope(
                    of: error.key,
                    providing: key,
                    heldBy: holder?.entry.key.key
                )
            )
        default: return error
        }
    }
}

/// A provider, which is resolved without a definition of its own.
protocol DeferredDependency: DerivedDependency {
    associatedtype Instance

    init(source: ProviderSource<Instance>)
}

extension DeferredDependency {
    static var underlyingType: Any.Type { Instance.self }
    static var isDeferred: Bool { true }
    static var nothing: Self? { nil }

    static func deferred(by caller: Caller, tag: DefinitionTag?) -> Self? {
        Self(
            source: ProviderSource(
                caller.asked,
                tag: tag,
                by: caller.tagRule,
                heldBy: ProviderHolder(caller.frame)
            )
        )
    }

    static func made<Underlying>(of underlying: Underlying) -> Self? { nil }
}

extension Resolver {
    /// A provider for the factory that this resolver belongs to.
    func deferred<Deferred: DeferredDependency>(tag: (any RequestTag)?) -> Deferred {
        let (tag, tagRule) = tag.asked(insteadOf: frame.requestedTag)
        let key = KeyWords(type: KeyWords.word(of: Deferred.self), tag: tag)
        if frame.pointee.note & FrameFlags.recording != 0 { frame.record(key, tagRule: tagRule) }
        return Deferred(
            source: ProviderSource(
                frame.view.takeUnretainedValue(),
                tag: tag,
                by: tagRule,
                heldBy: ProviderHolder(frame)
            )
        )
    }
}

extension Container {
    /// A provider that resolves from this container; inside a factory, for what that makes.
    func deferred<Deferred: DeferredDependency>(tag: DefinitionTag?) -> Deferred {
        let key = KeyWords(type: KeyWords.word(of: Deferred.self), tag: tag)
        return Deferred(source: ProviderSource(self, tag: tag, heldBy: holder(of: key)))
    }

    /// What holds a lazy property that resolves from this container; `nil` outside of factories.
    func holder<Value>(ofLazy _: Value.Type, tag: DefinitionTag?) -> ProviderHolder? {
        func key<Instance>(_: Instance.Type) -> KeyWords {
            KeyWords(type: KeyWords.word(of: Provider<Instance>.self), tag: tag)
        }
        let derived = Value.self as? any DerivedDependency.Type
        guard let derived, !derived.isDeferred else { return holder(of: key(Value.self)) }
        return holder(of: key(derived.underlyingType), isOptional: true)
    }

    /// The definition whose factory is running; records that what it makes asks this container later.
    private func holder(of key: KeyWords, isOptional: Bool = false) -> ProviderHolder? {
        if let frame = ThreadRecord.known?.pointee.frame {
            let view = frame.view.takeUnretainedValue()
            if view === self, frame.pointee.note & FrameFlags.recording != 0 {
                frame.record(key, isOptional: isOptional)
            }
            return ProviderHolder(frame)
        }
        guard let frame = AsyncFrame.current, !frame.isOver.load(ordering: .acquiring) else {
            return nil
        }
        if frame.view === self, !frame.slot.isRecorded(seeing: .passUnretained(self)) {
            frame.slot.record(key, seeing: self, isOptional: isOptional)
        }
        return ProviderHolder(frame.slot)
    }
}
