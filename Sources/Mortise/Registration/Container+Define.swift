// SPDX-License-Identifier: MIT

public import MortiseGraph

// The functions that every overload of `register` calls.

extension Container {
    @_alwaysEmitIntoClient @inline(__always)
    func define<T>(
        _ factory: ErasedFactory,
        as _: T.Type,
        arguments: Any.Type = Void.self,
        _ lifetime: EngineLifetime,
        _ tag: (any TagConvertible)?,
        _ file: StaticString,
        _ line: UInt32,
        kind: Slot.Kind = .factory,
        lane: Slot.Lane = .sync
    ) -> Definition<T> {
        Definition(
            definition: KeyWords.word(of: T.self),
            KeyWords.word(of: arguments),
            tag.value,
            lifetime,
            kind,
            lane: lane,
            factory,
            file,
            line,
            in: self
        )
    }

    @_alwaysEmitIntoClient @inline(__always)
    func wire<T, each Argument>(
        _ lifetime: EngineLifetime,
        _ tag: (any TagConvertible)?,
        _ file: StaticString,
        _ line: UInt32,
        _ wiring: Graph.Node.Wiring,
        _ function: @escaping @Sendable (repeat consuming each Argument) throws -> T
    ) -> Definition<T> {
        let called = ArgumentFactory<(repeat each Argument), T> { _, arguments in
            try function(repeat each arguments)
        }
        let wired = Factory<T> { resolver in
            try function(repeat resolver.resolve((each Argument).self))
        }
        return define(
            ErasedFactory(wired),
            called: ErasedFactory(called),
            lifetime,
            tag,
            file,
            line,
            wiring: wiring,
            with: repeat (each Argument).self
        )
    }

    /// Defines what a factory makes whose parameters are resolved or passed.
    @_alwaysEmitIntoClient @inline(__always)
    func define<T, each Argument>(
        _ wired: ErasedFactory,
        called: ErasedFactory,
        _ lifetime: EngineLifetime,
        _ tag: (any TagConvertible)?,
        _ file: StaticString,
        _ line: UInt32,
        wiring: Graph.Node.Wiring,
        lane: Slot.Lane = .sync,
        with _: repeat (each Argument).Type
    ) -> Definition<T> {
        Definition(
            wired: KeyWords.word(of: T.self),
            KeyWords.word(of: (repeat each Argument).self),
            tag.value,
            lifetime,
            lane,
            wiring,
            called,
            wired,
            {
                var types: [Any.Type] = []
                for type in repeat (each Argument).self { types.append(type) }
                return types
            },
            file,
            line,
            in: self
        )
    }
}

extension Definition {
    @usableFromInline @inline(never)
    init(
        definition type: UInt,
        _ arguments: UInt,
        _ tag: DefinitionTag?,
        _ lifetime: EngineLifetime,
        _ kind: Slot.Kind,
        lane: Slot.Lane,
        _ factory: ErasedFactory,
        _ file: StaticString,
        _ line: UInt32,
        in container: Container
    ) {
        // `Void` stands for no arguments.
        let arguments = arguments == KeyWords.word(of: Void.self) ? 0 : arguments
        let slot = Slot(
            KeyWords(type: type, arguments: arguments, tag: tag),
            lifetime,
            kind: kind,
            lane: lane,
            owner: container,
            factory: factory,
            file: file.address,
            line: line
        )
        container.add(slot)
        self.init(slot, in: container)
    }

    @usableFromInline @inline(never)
    init(
        wired type: UInt,
        _ arguments: UInt,
        _ tag: DefinitionTag?,
        _ lifetime: EngineLifetime,
        _ lane: Slot.Lane,
        _ wiring: Graph.Node.Wiring,
        _ called: ErasedFactory,
        _ wiredFactory: ErasedFactory,
        _ parameters: @escaping @Sendable () -> [Any.Type],
        _ file: StaticString,
        _ line: UInt32,
        in container: Container
    ) {
        let arity = parameters().count
        let details = Details(Blueprint(parameters: parameters, arity: arity, wiring: wiring))
        let plain = Slot(
            KeyWords(type: type, tag: tag),
            lifetime,
            // A function without parameters needs no wiring and takes no arguments.
            kind: arity == 0 ? .leaf : .wired,
            lane: lane,
            owner: container,
            factory: wiredFactory,
            file: file.address,
            line: line,
            details: arity == 0 ? nil : details
        )
        let slot =
            arity == 0
            ? plain
            : Slot(
                KeyWords(type: type, arguments: arguments, tag: tag),
                lifetime,
                lane: lane,
                owner: container,
                factory: called,
                file: file.address,
                line: line,
                wired: plain,
                details: details
            )
        container.add(slot)
        self.init(slot, in: container)
    }
}

extension StaticString {
    /// The text's address, which is valid for as long as the program runs.
    var address: UnsafePointer<UInt8>? {
        hasPointerRepresentation ? utf8Start : nil
    }
}
