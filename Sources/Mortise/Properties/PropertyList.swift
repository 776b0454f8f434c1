// SPDX-License-Identifier: MIT

import CMortiseThread

/// The properties of an instance to fill, in order.
struct PropertyList {
    let all: [any InjectableProperty]
    /// The layout in the object, if it describes all properties.
    private(set) var places: [PropertyLayout.Place]?

    static var empty: PropertyList { PropertyList(all: []) }

    var isEmpty: Bool { all.isEmpty }

    // MARK: Without reflection

    /// Finds the announced properties that an instance stores.
    ///
    /// A property is an object, and its owner's memory contains the object's address: that is how
    /// it is found. Inherited properties come first, the nearest superclass before its superclass,
    /// and each layer in memory order, which is declaration order. A property stored twice counts
    /// at its first position.
    init<Instance>(_ announced: [any InjectableProperty], in instance: Instance) {
        var found: [(rank: Int, offset: Int, property: any InjectableProperty)] = []
        func look(_ memory: UnsafeRawBufferPointer, _ rank: (Int) -> Int) {
            guard let start = memory.baseAddress else { return }
            let size = MemoryLayout<UInt>.size
            for offset in stride(from: 0, through: memory.count - size, by: size) {
                let word = mortise_peek(start + offset)
                for property in announced
                where word
                    == UInt(bitPattern: Unmanaged.passUnretained(property as AnyObject).toOpaque())
                {
                    found.append((rank(offset), offset, property))
                }
            }
        }
        func open<Value>(_: Value.Type) {
            // A type with smaller alignment cannot hold an address.
            guard MemoryLayout<Value>.alignment >= MemoryLayout<UInt>.alignment,
                let value = instance as? Value
            else { return }
            withUnsafeBytes(of: value) { look($0) { _ in 0 } }
        }
        let type = dynamicType(of: instance)
        if let type = type as? AnyClass {
            let object = instance as AnyObject
            let layers = Self.layers(of: type)
            withExtendedLifetime(object) {
                look(
                    UnsafeRawBufferPointer(
                        start: Unmanaged.passUnretained(object).toOpaque(),
                        count: layers[0]
                    )
                ) { offset in
                    // The last layer that reaches this offset; the class's own layer sorts after
                    // all others.
                    let layer = layers.lastIndex { offset < $0 } ?? 0
                    return layer == 0 ? .max : layer
                }
            }
        } else {
            _openExistential(type, do: open)
        }
        let stored = found.sorted { ($0.rank, $0.offset) < ($1.rank, $1.offset) }
        defer {
            // Each property is stored exactly once.
            if type is AnyClass, all.count == stored.count, all.count == announced.count {
                places = stored.map { found in
                    PropertyLayout.Place(
                        offset: found.offset,
                        index: announced.firstIndex { $0 === found.property } ?? 0
                    )
                }
            }
        }
        var seen: Set<ObjectIdentifier> = []
        all = Self.merged(
            announced.compactMap { $0 as? any UnstoredProperty },
            stored.map(\.property).filter { seen.insert(ObjectIdentifier($0)).inserted }
        )
    }

    /// Orders all properties: those that come first, and each other one before its successor.
    init(_ unstored: [any UnstoredProperty], _ stored: [any InjectableProperty]) {
        all = Self.merged(unstored, stored)
    }

    private static func merged(
        _ unstored: [any UnstoredProperty],
        _ stored: [any InjectableProperty]
    ) -> [any InjectableProperty] {
        guard !unstored.isEmpty else { return stored }
        var (first, remaining, last):
            ([any InjectableProperty], [any InjectableProperty], [any InjectableProperty]) =
                ([], [], [])
        var before: [ObjectIdentifier: [any InjectableProperty]] = [:]
        for property in unstored {
            switch property.moment {
            case .first: first.append(property)
            case .last: last.append(property)
            case .amongProperties(let successor?) where stored.contains { $0 === successor }:
                before[ObjectIdentifier(successor), default: []].append(property)
            case .amongProperties: remaining.append(property)
            }
        }
        let among = stored.flatMap { (before[ObjectIdentifier($0)] ?? []) + [$0] }
        return first + among + remaining + last
    }

    /// The end offsets of the properties of a class, of its superclass, and so on.
    private static func layers(of type: AnyClass) -> [Int] {
        sequence(first: type) { _getSuperclass($0) }.map(TypeLayout.size)
    }

    // MARK: By reflection

    init(all: [any InjectableProperty]) { self.all = all }

    /// Finds all properties of an instance that was made elsewhere.
    ///
    /// Reflection names the candidates. The memory decides which are stored, as for an instance
    /// from a factory.
    init<Instance>(reflecting instance: Instance) {
        self.init(Self.labelled(in: instance).map(\.property), in: instance)
    }

    /// The name of a property as its type declares it, with the underscore of a wrapper.
    static func label<Instance>(of property: any InjectableProperty, in instance: Instance)
        -> String?
    {
        if let unstored = property as? any UnstoredProperty { return unstored.label }
        return labelled(in: instance).first { $0.property === property }?.label
    }

    private static func labelled(
        in instance: Any
    ) -> [(label: String?, property: any InjectableProperty)] {
        var own = Mirror(reflecting: instance)
        var inherited: [Mirror] = []
        while let next = own.superclassMirror {
            inherited.append(next)
            own = next
        }
        let mirrors = inherited + [Mirror(reflecting: instance)]
        return mirrors.flatMap { $0.children.flatMap(labelled) }
    }

    /// The properties inside one child of an instance.
    static func labelled(
        in child: Mirror.Child
    ) -> [(label: String?, property: any InjectableProperty)] {
        if let holder = child.value as? any PropertyHolder {
            return [(child.label, holder.property)]
        }
        if let property = child.value as? any InjectableProperty {
            return [(child.label, property)]
        }
        // A stored value is part of the owner; the elements of a collection are not.
        guard !(type(of: child.value) is AnyClass) else { return [] }
        let mirror = Mirror(reflecting: child.value)
        switch mirror.displayStyle {
        case .struct, .tuple, .optional, .enum: return mirror.children.flatMap(labelled)
        default: return []
        }
    }
}

// MARK: - Announcements

extension PropertyList {
    /// Selects the work to do for the properties that a factory announced.
    ///
    /// - Parameters:
    ///   - announced: The announced properties.
    ///   - instance: The instance from the factory.
    ///   - isOn: Whether properties are filled.
    ///   - isForeign: Whether other code has made the instance.
    fileprivate init<Instance>(
        announced: [any InjectableProperty],
        in instance: Instance,
        isOn: Bool,
        isForeign: Bool = false
    ) {
        let unstored = announced.compactMap { $0 as? any UnstoredProperty }
        if !isOn {
            self.init(unstored.filter { !$0.moment.isAmongProperties }, [])
        } else if isForeign {
            self.init(unstored, PropertyList(reflecting: instance).all)
        } else {
            self.init(announced, in: instance)
        }
    }
}

extension AsyncFrame {
    /// The properties to fill in an instance from the frame's factory.
    func properties<Instance>(of instance: Instance) -> PropertyList {
        let announced = announced.withLock { all in
            defer { all = [] }
            return all
        }
        guard !announced.isEmpty else { return .empty }
        return PropertyList(announced: announced, in: instance, isOn: slot.injectsProperties)
    }
}

extension Request {
    /// The properties to fill in an instance from a frame's factory.
    func properties(of instance: Instance, _ slot: Slot, _ frame: FramePointer) -> PropertyList {
        let announced = thread.takeAnnounced(in: frame)
        let isForeign = maker?.origin?.isForeign == true
        guard isForeign || !announced.isEmpty, slot.kind != .forwarding else { return .empty }
        if !announced.isEmpty { slot.expectProperties() }
        let properties = PropertyList(
            announced: announced,
            in: instance,
            isOn: slot.injectsProperties,
            isForeign: isForeign
        )
        if slot.scope == .unique, let places = properties.places {
            slot.details.remember(KeyWords.word(of: dynamicType(of: instance)), places)
        }
        return properties
    }
}
