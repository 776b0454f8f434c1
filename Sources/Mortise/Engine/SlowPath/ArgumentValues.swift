// SPDX-License-Identifier: MIT

import MortiseGraph
import Synchronization

/// Distinguishes the instances of one definition: by the values of run-time arguments, or by a
/// name.
///
/// Hashing and comparing the values is user code. They are hashed when a hash is first needed, and
/// as a rule once.
// @unchecked: the values do not change, and go to one task after the other.
@usableFromInline final class ArgumentValues: @unchecked Sendable {
    private let all: [AnyHashable]
    /// The requested tag, where instances are kept for that.
    let tag: DefinitionTag?
    /// Whether it is equal to nothing but itself.
    private let isUnique: Bool
    /// The hash, or 0 if it is not known yet.
    private let knownHash = Atomic<Int>(0)

    init(_ all: [AnyHashable]) {
        self.all = all
        tag = nil
        isUnique = false
    }

    /// Adds the requested tag to the values, if there are any.
    init(_ values: ArgumentValues?, askedForWith tag: DefinitionTag) {
        all = values?.all ?? []
        isUnique = values?.isUnique ?? false
        self.tag = tag
    }

    /// Distinguishes an instance from all others.
    init() {
        all = []
        tag = nil
        isUnique = true
    }

    var hash: Int {
        let known = knownHash.load(ordering: .relaxed)
        guard known == 0 else { return known }
        let found = isUnique ? ObjectIdentifier(self).hashValue : all.hashValue ^ tag.hashValue
        let hash = found == 0 ? 1 : found
        knownHash.store(hash, ordering: .relaxed)
        return hash
    }
}

extension ArgumentValues: Equatable {
    @usableFromInline static func == (lhs: ArgumentValues, rhs: ArgumentValues) -> Bool {
        lhs === rhs || !lhs.isUnique && !rhs.isUnique && lhs.all == rhs.all && lhs.tag == rhs.tag
    }
}
