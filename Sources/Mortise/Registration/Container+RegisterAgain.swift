// SPDX-License-Identifier: MIT

import MortiseGraph

extension Container {
    /// Registers what another definition makes, under the same key: that of another container.
    ///
    /// ```swift
    /// let client = container.register(.singleton) { HTTPClient() as any API }
    /// other.register(client)
    /// ```
    ///
    /// The new definition has the factory, the scope, the steps and the callbacks that the other one has
    /// by now, and is refined for itself. Instances are never shared by it. A forwarded type leads in
    /// another container to the definition that has the key of the original one there; types that the
    /// other one forwards are not taken along.
    ///
    /// - Parameter definition: A definition of any container.
    /// - Returns: The new definition.
    /// - Precondition: The container is not bootstrapped.
    @discardableResult
    public func register<T>(_ definition: Definition<T>) -> Definition<T> {
        register(definition, tag: definition.slot.tag)
    }

    /// Registers what another definition makes, under the same type with another tag.
    ///
    /// - Parameters:
    ///   - definition: A definition of this container or of any other.
    ///   - tag: The tag; `nil` for none.
    /// - Returns: The new definition.
    /// - Precondition: The container is not bootstrapped.
    @discardableResult
    public func register<T>(
        _ definition: Definition<T>,
        tag: (any TagConvertible)?
    ) -> Definition<T> {
        let slot =
            definition.slot.kind == .forwarding
            ? forward(again: definition.slot, tag?.tag)
            : Slot(again: definition.slot, tag: tag?.tag, owner: self)
        add(slot)
        return Definition(slot, in: self)
    }

    /// - Returns: The definition of the forwarded type, not yet added.
    private func forward(again other: Slot, _ tag: DefinitionTag?) -> Slot {
        let (details, pair) = other.owner.state.withLock { _ in
            (Details(like: other.details), other.details.pair)
        }
        // It may outlive the other container.
        if other.owner !== self { details.forwarder = details.forwarder?.elsewhere() }
        func slot(_ arguments: Any.Type?) -> Slot {
            Slot(
                forwarding: other.key.metatype,
                arguments,
                tag,
                details,
                owner: self,
                (other.file, other.line)
            )
        }
        let again = slot(other.key.argumentsMetatype)
        let rest = pair.filter { $0 !== other }.map { slot($0.key.argumentsMetatype) }
        if !rest.isEmpty { details.pair = rest + [again] }
        for slot in rest { add(slot) }
        return again
    }
}

extension Slot {
    /// The same definition under another tag, or in another container.
    fileprivate convenience init(again other: Slot, tag: DefinitionTag?, owner: Container) {
        let details = other.existingDetails.map { known in
            other.owner.state.withLock { _ in Details(like: known) }
        }
        let wired = other.wired.map { plain in
            Slot(
                KeyWords(type: plain.type, tag: tag),
                plain.scope,
                kind: plain.kind,
                lane: plain.lane,
                owner: owner,
                factory: plain.factory,
                file: plain.file,
                line: plain.line,
                details: details
            )
        }
        self.init(
            KeyWords(type: other.type, arguments: other.arguments, tag: tag),
            other.scope,
            kind: other.kind,
            lane: other.lane,
            owner: owner,
            factory: other.factory,
            file: other.file,
            line: other.line,
            wired: wired,
            details: details
        )
    }
}
