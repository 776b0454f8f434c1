// SPDX-License-Identifier: MIT

/// Everything that depends on the width of a word, 64 or 32 bits.
///
/// That is the hashing of words, and the packing of a table's number of buckets. All other code
/// uses `UInt`, and assumes only that the address of an object is even. It cannot use the highest
/// bits of an address: they are not free where a process has 4 GiB or a pointer has a tag.
///
/// `scripts/platforms.sh` compiles this file for processors of 32 bits.
@usableFromInline enum Words: Sendable {
    #if _pointerBitWidth(_64)
    /// The golden ratio: multiplying a word by it spreads the bits.
    @usableFromInline @inline(__always) static var golden: UInt { 0x9E37_79B9_7F4A_7C15 }
    @usableFromInline @inline(__always) static var salt: UInt { 0xD6E8_FEB8_6659_FD93 }
    #else
    /// The golden ratio: multiplying a word by it spreads the bits.
    @usableFromInline @inline(__always) static var golden: UInt { 0x9E37_79B9 }
    @usableFromInline @inline(__always) static var salt: UInt { 0xD6E8_FEB9 }
    #endif

    @inlinable @inline(__always) static func mix(_ first: UInt, _ second: UInt) -> UInt {
        let product = (first ^ golden).multipliedFullWidth(by: second ^ salt)
        return product.high ^ product.low
    }

    /// The highest bits of a word's hash, as many as a shift by ``shift(leaving:)`` leaves.
    @inlinable @inline(__always) static func hash(_ word: UInt, _ shift: UInt) -> UInt {
        (word &* golden) &>> shift
    }

    // MARK: Shifts

    /// The right shift that leaves this number of bits of a word, at least one.
    ///
    /// A shift uses only the lower bits of its count. So the count fits into the free bits of an
    /// address that is aligned to the number of bits in a word.
    static func shift(leaving bits: Int) -> UInt { UInt(UInt.bitWidth - bits) }

    /// The number of values that a word can have after a right shift.
    static func count(shiftedBy shift: UInt) -> Int {
        1 << (UInt.bitWidth - Int(shift & UInt(UInt.bitWidth - 1)))
    }

    // MARK: Source positions and texts

    /// The hash of a source position: the line in the higher half, the column in the lower half.
    @inlinable @inline(__always) static func hash(place: UInt64) -> UInt {
        #if _pointerBitWidth(_64)
        UInt(place) &* golden
        #else
        mix(UInt(place >> 32), UInt(truncatingIfNeeded: place))
        #endif
    }

    /// A hash that equal texts share, cheap for short ones.
    @inlinable @inline(__always) static func hash(of text: String) -> UInt {
        // Android keeps the highest byte of a word free for pointer tags.
        #if _pointerBitWidth(_64) && !(os(Android) && arch(arm64))
        // The two words of a small ASCII string are its content.
        let (first, second) = unsafeBitCast(text, to: (UInt, UInt).self)
        return second >> 60 == 0xE ? mix(first, second) : hash(ofLarge: text)
        #else
        return hash(ofBytes: text)
        #endif
    }

    #if _pointerBitWidth(_64)
    /// The hash of a string that is not in the small form.
    ///
    /// Equal strings have equal hashes in all representations: short ASCII is converted to the
    /// small form first.
    @usableFromInline @inline(never) static func hash(ofLarge text: String) -> UInt {
        if text.utf8.count <= 15, text.utf8.allSatisfy({ $0 < 128 }) {
            let (first, second) = unsafeBitCast(
                String(decoding: Array(text.utf8), as: UTF8.self),
                to: (UInt, UInt).self
            )
            if second >> 60 == 0xE { return mix(first, second) }
        }
        return UInt(bitPattern: text.hashValue)
    }
    #endif

    /// The hash of a text by its bytes, where the representation is unknown.
    @usableFromInline @inline(never) static func hash(ofBytes text: String) -> UInt {
        var hash: UInt = 0
        for byte in text.utf8 {
            // Beyond ASCII, equal texts may have different bytes.
            guard byte < 128 else { return UInt(bitPattern: text.hashValue) }
            hash = mix(hash, UInt(byte))
        }
        return hash
    }
}
