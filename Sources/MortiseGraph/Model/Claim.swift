// SPDX-License-Identifier: MIT

/// What a definition claims of its type and tag in its container: which of them stay when it
/// is added or marked.
///
/// A running container and the proof ask here.
package struct Claim {
    package enum Kind {
        /// It has a factory.
        case definition
        /// It declares an input or a collection, which is found only where no definition is.
        case declaration
        case decorator
    }

    package let kind: Kind
    let isContributing: Bool
    let replacing: Graph.Node.Replacement?

    package init(
        _ kind: Kind,
        isContributing: Bool = false,
        replacing: Graph.Node.Replacement? = nil
    ) {
        self.kind = kind
        self.isContributing = isContributing
        self.replacing = replacing
    }

    /// Whether both coexist under one key.
    ///
    /// Otherwise it takes the place of the earlier one.
    package func livesBeside(_ earlier: Claim) -> Bool {
        if replacing != nil { return false }
        if kind != .definition, earlier.kind != .definition { return true }
        if kind == .declaration || earlier.kind == .declaration { return true }
        return isContributing || earlier.isContributing
    }

    /// Whether it takes the place of another one of its type and tag, once it is marked as replacing.
    ///
    /// - Parameters:
    ///   - other: The other definition.
    ///   - isOfOneKey: Whether both have the same parameters, too.
    /// - Returns: Whether it does.
    package func replaces(_ other: Claim, isOfOneKey: Bool) -> Bool {
        other.kind == .definition && (replacing == .anyParameters || isOfOneKey)
    }
}
