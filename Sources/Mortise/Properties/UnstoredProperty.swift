// SPDX-License-Identifier: MIT

import MortiseGraph

// Support for vocabularies whose instances and properties do not announce themselves.

/// An action on an instance before, among or after its properties, which the instance does not
/// store.
///
/// Announced in a factory, it belongs to the instance that the factory makes.
package protocol UnstoredProperty: InjectableProperty {
    /// The moment at which it runs.
    var moment: UnstoredMoment { get }
    /// The name of the property as reflection reports it.
    var label: String? { get }
}

/// The moment at which an ``UnstoredProperty`` runs.
package enum UnstoredMoment {
    /// Before the properties, even if none are filled.
    case first
    /// As a property, if properties are filled: before another one, or after all if that is `nil`.
    case amongProperties(before: (any InjectableProperty)?)
    /// After the properties, before the steps of the definition.
    case last

    var isAmongProperties: Bool {
        if case .amongProperties = self { true } else { false }
    }
}

/// A property value of its owner that holds the injectable property object.
package protocol PropertyHolder {
    /// The injectable property.
    var property: any InjectableProperty { get }
}

/// The knowledge about the properties that an instance stores.
package enum StoredProperties {
    /// It stores none.
    case nothing
    /// It stores this many, and exactly these announced themselves.
    case known(Int)
    /// Some did not announce themselves, or others did, too.
    case unknown
}

extension Container {
    /// The number of properties announced so far in the factory that runs on this thread.
    package static var announcedProperties: Int {
        guard let frame = ThreadRecord.known?.pointee.frame, frame.heedsProperties else { return 0 }
        return frame.pointee.thread.pointee.announced.countOnTop(of: frame)
    }

    /// Announces the stored properties that did not announce themselves in the running factory: the
    /// instance existed before, or was made on another thread.
    ///
    /// - Parameter children: The stored values, as reflection reports them.
    /// - Returns: The knowledge about the stored properties.
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

    /// Completes an object that other code has made, like ``adopt(_:as:tag:)``, after a
    /// preparation.
    ///
    /// - Parameters:
    ///   - object: The object.
    ///   - tag: The tag of its definition.
    ///   - prepare: Announces the first actions on the object.
    /// - Throws: ``ResolutionError``.
    package func adopt<T>(_ object: T, tag: DefinitionTag?, preparing prepare: @escaping () -> Void)
        throws
    {
        try adopt(object, tag, by: .fallingBack, preparing: Optional(prepare))
    }
}
