// SPDX-License-Identifier: MIT

extension Key {
    /// The key and, if its type is optional, the keys of the wrapped type.
    ///
    /// The runtime omits `any` inside a generic type, so both spellings are tried.
    var spellings: [Key] {
        var spellings = [self]
        var next = type.wrapped
        while let type = next {
            spellings.append(Key(type, arguments: arguments, tag: tag))
            if !type.qualified.hasPrefix("any ") {
                let existential = TypeName("any \(type.qualified)")
                spellings.append(Key(existential, arguments: arguments, tag: tag))
            }
            next = type.wrapped
        }
        return spellings
    }

    /// The key of what an optional wraps, which answers for it; otherwise the key itself.
    var unwrapped: Key {
        var key = self
        while let type = key.type.wrapped { key.type = type }
        return key
    }
}
