// SPDX-License-Identifier: MIT

/// A shared instance of the running resolve, in a list that ends with the resolve.
@usableFromInline class SharedNode {
    @usableFromInline let slot: UnsafeMutableRawPointer
    /// The container whose view it was built with.
    @usableFromInline let view: UnsafeMutableRawPointer
    let arguments: [AnyHashable]?
    /// The construction that watches it, or 0.
    var construction: Int
    @usableFromInline var next: Unmanaged<SharedNode>?

    @usableFromInline init(
        slot: UnsafeMutableRawPointer,
        view: UnsafeMutableRawPointer,
        arguments: [AnyHashable]?,
        construction: Int,
        next: Unmanaged<SharedNode>?
    ) {
        self.slot = slot
        self.view = view
        self.arguments = arguments
        self.construction = construction
        self.next = next
    }
}

@usableFromInline final class TypedSharedNode<Instance>: SharedNode {
    @usableFromInline let instance: Instance

    @usableFromInline init(
        _ instance: Instance,
        slot: UnsafeMutableRawPointer,
        view: UnsafeMutableRawPointer,
        arguments: [AnyHashable]? = nil,
        construction: Int = 0,
        next: Unmanaged<SharedNode>?
    ) {
        self.instance = instance
        super.init(
            slot: slot,
            view: view,
            arguments: arguments,
            construction: construction,
            next: next
        )
    }
}

// Belongs to one thread.
@available(*, unavailable)
extension SharedNode: Sendable {}
