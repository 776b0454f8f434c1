// SPDX-License-Identifier: MIT

import MortiseGraph

extension Slot {
    /// A forwarder from another type to a definition, without arguments or with the definition's.
    convenience init(
        forwarding type: Any.Type,
        _ arguments: Any.Type?,
        _ tag: DefinitionTag?,
        _ details: Details,
        owner: Container,
        _ place: (file: UnsafePointer<UInt8>?, line: UInt32)
    ) {
        guard let forwarder = details.forwarder else { preconditionFailure("leads nowhere") }
        self.init(
            KeyWords(type, arguments: arguments ?? Void.self, tag: tag),
            .unique,
            kind: .forwarding,
            owner: owner,
            factory: forwarder.factory(arguments),
            file: place.file,
            line: place.line,
            details: details
        )
    }

    /// This slot; for a forwarded type both forwarders, if there are two.
    ///
    /// Under the owner's lock.
    var pair: [Slot] {
        let pair = existingDetails?.pair ?? []
        return pair.contains(self) ? pair : [self]
    }

    /// The slots that are removed and marked with this one, itself included.
    ///
    /// Under the owner's lock.
    var goingAlong: [Slot] { pair + (existingDetails?.forwarders ?? []) }
}
