// SPDX-License-Identifier: MIT

/// All that depends on how many bits a word has, 64 or 32.
///
/// That is how words are hashed, and how a table packs the number of its buckets. Everything else says
/// `UInt`, and knows of an address only that an object's is even: no bit at the top of a word is free where
/// a process has 4 GiB or a pointer has a tag.
///
/// `scripts/platforms.sh` compiles this file for processors of 32 bits.
@usableFromInline enum Words: Sendable {
    #if _pointerBitWidth(_64)
    /// The golden ratio, which spreads what is multiplied by it.
    @usableFromInline @inline(__always) static var golden: UInt { 0x9E37_79B9_7F4A_7C15 }
    @usableFromInline @inline(__always) static var salt: UInt { 0xD6E8_FEB8_6659_FD93 }
    #else
    /// The golden ratio, which spreads what is multiplied by it.
    @usableFromInline @inline(__always) static var golden: UInt { 0x9E37_79B9 }
    @usableFromInline @inline(__always) static var salt: UInt { 0xD6E8_FEB9 }
    #endif

    @inlinable @inline(__always) static func mix(_ first: UInt, _ second: UInt) -> UInt {
        let product = (first ^ golden).multipliedFullWidth(by: second ^ salt)
        return product.high ^ product.low
    }

    /// The highest bits of a word's hash: those that a shift by ``shift(leaving:)`` leaves.
    @inlinable @inline(__always) static func hash(_ word: UInt, _ shift: UInt) -> UInt {
        (word &* golden) &>> shift
    }

    // MARK: Shifts

    /// By how much a word is shifted down for so many bits to be left, at least one.
    ///
    /// A shift looks at the lower bits of its count only, so it fits beside an address that is aligned
    /// to the number of bits that a word has.
    static func shift(leaving bits: Int) -> UInt { UInt(UInt.bitWidth - bits) }

    /// How many values a word has that is shifted down.
    static func count(shiftedBy shift: UInt) -> Int {
        1 << (UInt.bitWidth - Int(shift & UInt(UInt.bitWidth - 1)))
    }

    // MARK: Places and texts

    /// The hash of a line and a column, the higher and the lower half of a place.
    @inlinable @inline(__always) static func hash(place: UInt64) -> UInt {
        #if _pointerBitWidth(_64)
        UInt(place) &* golden
        #else
        mix(UInt(place >> 32), UInt(truncatingIfNeeded: place))
        #endif
    }

    /// A hash that equal texts share, cheap for short ones.
    @inlinable @inline(__always) static func hash(of text: String) -> UInt {
        // Android keeps the highest byte of a word free for the tags of pointers.
        #if _pointerBitWidth(_64) && !(os(Android) && arch(arm64))
        // A small ASCII string's two words are its content.
        let (first, second) = unsafeBitCast(text, to: (UInt, UInt).self)
        return second >> 60 == 0xE ? mix(first, second) : hash(ofLarge: text)
        #else
        return hash(ofBytes: text)
        #endif
    }

    #if _pointerBitWidth(_64)
    /// Equal strings must hash alike whatever their representation: short ASCII is brought to the
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

    /// The same by the bytes of the text, where nothing is known of how it is kept.
    @usableFromInline @inline(never) static func hash(ofBytes text: String) -> UInt {
        var hash: UInt = 0
        for byte in text.utf8 {
            // Equal texts may have other bytes then.
            guard byte < 128 else { return UInt(bitPattern: text.hashValue) }
            hash = mix(hash, UInt(byte))
        }
        return hash
    }
}
