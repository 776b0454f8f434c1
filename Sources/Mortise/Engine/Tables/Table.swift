// SPDX-License-Identifier: MIT

public import Synchronization

/// A map from keys to slots in raw memory: open addressing, linear probing, never full.
///
/// It is read without a lock. A bucket is written once: the only writer adds new keys in place, and
/// any other change makes a new table. A table retains its slots and is released through the
/// ``Reclaimer``.
// @unchecked: buckets are atomic; the header's count is only touched under the owner's lock.
@usableFromInline struct Table: @unchecked Sendable {
    /// The address of the table, and in its free bits the shift from a hash to a bucket index.
    ///
    /// So a search need not wait for the header.
    @usableFromInline let word: UInt

    @inlinable @inline(__always) init(word: UInt) { self.word = word }

    @inlinable @inline(__always) static var alignment: Int { 64 }

    @inlinable @inline(__always) var base: UnsafeMutableRawPointer {
        UnsafeMutableRawPointer(bitPattern: word & ~UInt(Self.alignment - 1)).unsafelyUnwrapped
    }

    /// The shift from a hash to a bucket index: a shift uses only the lower bits of its count.
    @inlinable @inline(__always) var shift: UInt { word }

    @usableFromInline struct Header: ~Copyable {
        /// The number of keys in use.
        ///
        /// First, because a sanitizer takes the first word of a struct for the whole: that word
        /// must be one that changes, and not one that readers load.
        private var usedBuckets: UInt32 = 0
        /// Whether it has a slot that hides definitions of the owner's sources.
        fileprivate(set) var isHiding = false
        /// The number of bytes between the start of the allocation and the table.
        fileprivate let padding: UInt32
        @usableFromInline let owner: Unmanaged<Container>
        /// The substitutions for members of assemblies, if there are any.
        @usableFromInline let substitutions: Unmanaged<Substitutions>?
        /// The number of sessions that ran out of pins and hold the table by this count.
        let holds = Atomic<Int>(0)

        init(
            owner: Unmanaged<Container>,
            padding: Int,
            substitutions: Unmanaged<Substitutions>?
        ) {
            self.owner = owner
            self.padding = UInt32(padding)
            self.substitutions = substitutions
        }

        var count: Int {
            get { Int(usedBuckets) }
            set { usedBuckets = UInt32(newValue) }
        }
    }

    @usableFromInline struct Bucket: ~Copyable, Sendable {
        @usableFromInline let key = Atomic<UInt>(0)
        @usableFromInline let slot = Atomic<UInt>(0)
    }

    @inlinable @inline(__always) var header: UnsafeMutablePointer<Header> {
        base.assumingMemoryBound(to: Header.self)
    }

    @inlinable @inline(__always) var buckets: UnsafeMutablePointer<Bucket> {
        (base + MemoryLayout<Header>.stride).assumingMemoryBound(to: Bucket.self)
    }

    @inlinable @inline(__always) var owner: Unmanaged<Container> { header.pointee.owner }

    @inlinable @inline(__always) var hasSubstitutions: Bool {
        header.pointee.substitutions != nil
    }

    /// The substitutions for members of assemblies, if there are any.
    var substitutions: Substitutions? { header.pointee.substitutions?.takeUnretainedValue() }

    var capacity: Int { Words.count(shiftedBy: shift) }

    // MARK: Reading

    /// The slot of a plain key: a type without run-time arguments or a tag.
    @inlinable @inline(__always) func find(_ word: UInt) -> Unmanaged<Slot>? {
        var index = Words.hash(word, shift)
        while true {
            let bucket = buckets + Int(bitPattern: index)
            let key = bucket.pointee.key.load(ordering: .acquiring)
            if _fastPath(key == word) {
                let slot = bucket.pointee.slot.load(ordering: .relaxed)
                return .fromOpaque(UnsafeRawPointer(bitPattern: slot).unsafelyUnwrapped)
            }
            if key == 0 { return nil }
            index = (index &+ 1) & (~0 &>> shift)
        }
    }

    /// The slot of any key.
    ///
    /// Its word may be a hash, so the key itself is compared.
    @inlinable @inline(__always) func find(_ key: KeyWords) -> Unmanaged<Slot>? {
        find(key.word) { $0.answers(key) }
    }

    /// The slot of a member of an assembly that says itself how it is made.
    @inlinable @inline(__always) func find(_ key: MemberKey) -> Unmanaged<Slot>? {
        find(key.word) { $0.answers(key) }
    }

    @inlinable @inline(__always)
    func find(_ word: UInt, _ answers: (Slot) -> Bool) -> Unmanaged<Slot>? {
        var index = Words.hash(word, shift)
        while true {
            let bucket = buckets + Int(bitPattern: index)
            let found = bucket.pointee.key.load(ordering: .acquiring)
            if found == word {
                let opaque = UnsafeRawPointer(
                    bitPattern: bucket.pointee.slot.load(ordering: .relaxed)
                ).unsafelyUnwrapped
                let slot = Unmanaged<Slot>.fromOpaque(opaque)
                if slot._withUnsafeGuaranteedRef(answers) { return slot }
            }
            if found == 0 { return nil }
            index = (index &+ 1) & (~0 &>> shift)
        }
    }

    /// The slot that hides a key in the owner's sources.
    @inline(__always) func findHiding(_ key: KeyWords) -> Unmanaged<Slot>? {
        header.pointee.isHiding ? find(key.hiding) : nil
    }

    /// Passes every slot to a body, in no particular order.
    @inline(__always) func forEachSlot(_ body: (Slot) -> Void) {
        forEachAddress { Unmanaged<Slot>.fromOpaque($0)._withUnsafeGuaranteedRef(body) }
    }

    @inline(__always) private func forEachAddress(_ body: (UnsafeRawPointer) -> Void) {
        for index in 0..<capacity {
            let word = buckets[index].slot.load(ordering: .relaxed)
            if let address = UnsafeRawPointer(bitPattern: word) { body(address) }
        }
    }

    // MARK: Writing, by one writer at a time

    /// An empty table with room for at least `count` keys.
    static func make(
        roomFor count: Int,
        owner: Container,
        substitutions: Substitutions? = nil
    ) -> Table {
        var bits = 1
        while (1 << bits) * 3 < count * 4 { bits += 1 }
        let capacity = 1 << bits
        let size = MemoryLayout<Header>.stride + capacity * MemoryLayout<Bucket>.stride
        // An aligned allocation costs ten times as much as aligning inside a larger one.
        let word = MemoryLayout<UInt>.size
        let allocation = UnsafeMutablePointer<UInt>.allocate(
            capacity: (size + alignment) / word - 1
        )
        let base = UnsafeMutableRawPointer(allocation).alignedUp(toMultipleOf: alignment)
        base.initializeMemory(as: UInt8.self, repeating: 0, count: size)
        let table = Table(word: UInt(bitPattern: base) | Words.shift(leaving: bits))
        table.header.initialize(
            to: Header(
                owner: .passUnretained(owner),
                padding: base - UnsafeMutableRawPointer(allocation),
                substitutions: substitutions.map { .passRetained($0) }
            )
        )
        return table
    }

    /// Whether there is room for this number of further keys.
    func hasRoom(for more: Int) -> Bool { (header.pointee.count + more) * 4 <= capacity * 3 }

    /// Adds a slot whose key is not in the table, and retains it.
    func insert(_ slot: Slot) {
        // A search in a full table would not end.
        precondition(header.pointee.count < capacity - 1)
        let word = slot.word
        var index = Words.hash(word, shift)
        while (buckets + Int(index)).pointee.key.load(ordering: .relaxed) != 0 {
            index = (index &+ 1) & (~0 &>> shift)
        }
        let bucket = buckets + Int(index)
        let address = UInt(bitPattern: Unmanaged.passRetained(slot).toOpaque())
        bucket.pointee.slot.store(address, ordering: .relaxed)
        bucket.pointee.key.store(word, ordering: .releasing)
        header.pointee.count += 1
        if slot.kind == .hiding { header.pointee.isHiding = true }
    }

    /// Releases the slots and the memory.
    ///
    /// No thread may read it any more.
    func destroy() {
        forEachAddress { Unmanaged<Slot>.fromOpaque($0).release() }
        let allocation = base - Int(header.pointee.padding)
        header.pointee.substitutions?.release()
        header.deinitialize(count: 1)
        allocation.deallocate()
    }
}

// The owner counts keys in it, under its lock.
@available(*, unavailable)
extension Table.Header: Sendable {}
