// SPDX-License-Identifier: MIT

import MortiseGraph

extension Container {
    /// Registers a copy of another container's definition, under the same key.
    ///
    /// ```swift
    /// let client = container.register(.singleton) { HTTPClient() as any API }
    /// other.register(client)
    /// ```
    ///
    /// The copy has the factory, scope, steps and callbacks that the original has now. It is
    /// refined independently, and never shares instances with the original. A copy of a forwarded
    /// type in another container leads to the definition that has the target's key there. The types
    /// that the original forwards are not copied.
    ///
    /// - Parameter definition: A definition of any container.
    /// - Returns: The new definition.
    /// - Precondition: The container is not bootstrapped.
    @discardableResult
    public func register<T>(_ definition: Definition<T>) -> Definition<T> {
        register(definition, tag: definition.slot.tag)
    }

    /// Registers a copy of a definition, under the same type with another tag.
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
    /// Copies a definition, with another tag or into another container.
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
