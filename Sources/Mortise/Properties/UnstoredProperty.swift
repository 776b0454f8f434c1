// SPDX-License-Identifier: MIT

import MortiseGraph

// For vocabularies whose instances and properties do not announce themselves.

/// Something that is done with an instance around its properties being filled, and is no object that it
/// stores.
///
/// Announced inside the factory, it belongs to what that makes.
package protocol UnstoredProperty: InjectableProperty {
    /// When it is done.
    var moment: UnstoredMoment { get }
    /// What reflection calls it.
    var label: String? { get }
}

/// When an ``UnstoredProperty`` is done.
package enum UnstoredMoment {
    /// Before the properties are filled, or would be.
    case first
    /// As a property, where those are filled: before another one, or after all if that is `nil`.
    case amongProperties(before: (any InjectableProperty)?)
    /// After the properties, before the steps of the definition.
    case last

    var isAmongProperties: Bool {
        if case .amongProperties = self { true } else { false }
    }
}

/// A value that is a property to its owner, and holds the object that is one to the container.
package protocol PropertyHolder {
    /// The object.
    var property: any InjectableProperty { get }
}

/// What is known of the properties that an instance stores.
package enum StoredProperties {
    /// There are none.
    case nothing
    /// So many, and nothing else, announced themselves.
    case known(Int)
    /// Some did not; or others did, too.
    case unknown
}

extension Container {
    /// How many properties announced themselves in the factory that is running on this thread.
    package static var announcedProperties: Int {
        guard let frame = ThreadRecord.known?.pointee.frame, frame.heedsProperties else { return 0 }
        return frame.pointee.thread.pointee.announced.countOnTop(of: frame)
    }

    /// Announces the properties among what an instance stores that did not announce themselves in the factory
    /// that is running: the instance existed before, or was made on another thread.
    ///
    /// - Parameter children: What it stores, as reflection says.
    /// - Returns: Whether there are some.
    package static func announceProperties(in children: [Mirror.Child]) -> StoredProperties {
        let stored = children.flatMap { PropertyList.labelled(in: $0) }.map(\.property)
        guard !stored.isEmpty else { return .nothing }
        guard let frame = ThreadRecord.known?.pointee.frame else { return .unknown }
        let announced = frame.pointee.thread.announced(in: frame)
        let unknown = stored.filter { property in !announced.contains { $0 === property } }
        for property in unknown { property.announce() }
        let count = Set(stored.map { ObjectIdentifier($0) }).count
        let isKnown = unknown.isEmpty && announced.count { !($0 is any UnstoredProperty) } == count
        return isKnown ? .known(count) : .unknown
    }

    /// Completes an object that somebody else has made, as ``adopt(_:as:tag:)``.
    ///
    /// - Parameters:
    ///   - object: The object.
    ///   - tag: The tag of its definition.
    ///   - prepare: Announces what is to be done with it first.
    /// - Throws: ``ResolutionError``.
    package func adopt<T>(_ object: T, tag: DefinitionTag?, preparing prepare: @escaping () -> Void)
        throws
    {
        try adopt(object, tag, preparing: Optional(prepare))
    }
}
