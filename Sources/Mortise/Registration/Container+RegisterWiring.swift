// SPDX-License-Identifier: MIT

public import MortiseGraph

// For vocabularies that are older than `Sendable`, and whose factories must be as fast as ours.
// Unchecked as in Container+RegisterUnchecked.swift, and specialised at the call site.

extension Container {
    /// Registers a factory without parameters and any lifetime, whether instances are `Sendable` or
    /// not.
    @_alwaysEmitIntoClient
    package func registerUnchecked<T>(
        _ lifetime: EngineLifetime,
        as type: T.Type,
        tag: DefinitionTag?,
        file: StaticString,
        line: UInt32,
        factory: @escaping @Sendable () throws -> T
    ) -> Definition<T> {
        let factory = ErasedFactory(Factory { _ in try factory() })
        return define(factory, as: T.self, lifetime, tag, file, line, kind: .leaf)
    }

    /// Registers a factory whose parameters are passed, or resolved with the requested tag.
    ///
    /// - Parameters:
    ///   - lifetime: How long instances live.
    ///   - type: The type to register.
    ///   - tag: The tag.
    ///   - file: The definition's file.
    ///   - line: The definition's line.
    ///   - explain: Converts an error of the factory when it is wired, or of resolving its
    ///     parameters.
    ///   - prepare: Gets each instance before the factory returns.
    ///   - factory: Runs on the thread that resolves, unchecked.
    /// - Returns: The definition.
    @_alwaysEmitIntoClient
    package func registerUnchecked<T, each Argument>(
        _ lifetime: EngineLifetime,
        as type: T.Type,
        tag: DefinitionTag?,
        file: StaticString,
        line: UInt32,
        explainingWiringErrors explain: @escaping @Sendable (any Error) -> any Error,
        preparing prepare: @escaping @Sendable (T) -> Void,
        wiring factory: @escaping (repeat consuming each Argument) throws -> T
    ) -> Definition<T> {
        // Unchecked: see the top of the file.
        nonisolated(unsafe) let function = factory
        let called = ArgumentFactory<(repeat each Argument), T> { _, arguments in
            let instance = try function(repeat each arguments)
            prepare(instance)
            return instance
        }
        let wired = Factory<T> { resolver in
            let tag = resolver.frame.inheritedTag
            do {
                let instance = try function(
                    repeat resolver.resolve((each Argument).self, tag: tag, by: .fallingBack)
                )
                prepare(instance)
                return instance
            } catch {
                throw explained(error, explain)
            }
        }
        return define(
            ErasedFactory(wired),
            called: ErasedFactory(called),
            lifetime,
            tag,
            file,
            line,
            wiring: .byClosure,
            with: repeat (each Argument).self
        )
    }

    /// Registers a factory that gets its arguments as one tuple and has its own wiring.
    ///
    /// `parameters` lists the types that `wiring` resolves. It is empty if `wiring` is never
    /// called.
    package func registerUnchecked<T, Arguments>(
        _ lifetime: EngineLifetime,
        as type: T.Type,
        tag: DefinitionTag?,
        file: StaticString,
        line: UInt32,
        explainingWiringErrors explain: @escaping @Sendable (any Error) -> any Error,
        factory: @escaping @Sendable (Arguments) throws -> T,
        parameters: [Any.Type],
        wiring: @escaping @Sendable (_ requestedTag: DefinitionTag?) throws -> T
    ) -> Definition<T> {
        let wired: @Sendable (inout Resolver) throws -> T = { resolver in
            do { return try wiring(resolver.requestedTag) } catch {
                throw explained(error, explain)
            }
        }
        return registerUnchecked(
            in: lifetime,
            tag: tag,
            arguments: Arguments.self,
            parameters: { parameters },
            file: file,
            line: line,
            wired: parameters.isEmpty ? nil : wired
        ) { _, arguments in
            try factory(arguments)
        }
    }
}

/// Converts an error for a vocabulary, and leaves the private signal unchanged.
@usableFromInline @inline(never)
func explained(_ error: any Error, _ explain: (any Error) -> any Error) -> any Error {
    Container.isSignal(error) ? error : explain(error)
}

extension Container {
    /// Whether an error is the private signal, which a vocabulary must not convert.
    package static func isSignal(_ error: any Error) -> Bool { error is Unwinding }
}

extension Resolver {
    /// Converts an error of a step for a vocabulary, if the parameters of the instance's factory
    /// were resolved.
    package func explained(
        _ error: any Error,
        _ explain: (any Error) -> any Error
    ) -> any Error {
        frame.slotObject.kind == .wired ? Mortise.explained(error, explain) : error
    }
}

extension UnsafeMutablePointer<Frame> {
    /// The tag that the instance was requested with, at no cost where nothing has a tag.
    @_alwaysEmitIntoClient @inline(__always) var inheritedTag: DefinitionTag? {
        let hasTag =
            pointee.note & ~FrameFlags.flags != 0
            || pointee.slot._withUnsafeGuaranteedRef { $0.keyExtra != nil }
        return hasTag ? taggedRequest : nil
    }

    @usableFromInline @inline(never) var taggedRequest: DefinitionTag? { requestedTag }
}
