// SPDX-License-Identifier: MIT

/// A dictionary in parts, so that changing a copy copies one part only.
///
/// A container of thousands of definitions has a state for each that may run later.
struct SharingMap<Key: Hashable, Value> {
    private var parts: [[Key: Value]] = Array(repeating: [:], count: 32)

    init() {}

    private init(parts: [[Key: Value]]) { self.parts = parts }

    subscript(key: Key) -> Value? {
        get { parts[part(of: key)][key] }
        _modify { yield &parts[part(of: key)][key] }
    }

    private func part(of key: Key) -> Int {
        Int(UInt(bitPattern: key.hashValue) % UInt(parts.count))
    }

    func mapValues(_ change: (Value) -> Value) -> SharingMap {
        SharingMap(parts: parts.map { $0.mapValues(change) })
    }
}

extension SharingMap where Value: Equatable {
    /// The keys whose values differ, and some others.
    ///
    /// It looks at the parts only that are not shared.
    func keys(differingFrom other: SharingMap) -> Set<Key> {
        zip(parts, other.parts).filter { $0 != $1 }.reduce(into: []) { found, parts in
            found.formUnion(parts.0.keys)
            found.formUnion(parts.1.keys)
        }
    }
}

extension SharingMap: Equatable where Value: Equatable {}

extension SharingMap: Hashable where Value: Hashable {}

extension Dictionary where Key: Comparable {
    /// Its pairs in the order of the keys, which is the same each time the command runs.
    var inOrder: [Element] { sorted { $0.key < $1.key } }
}
