// SPDX-License-Identifier: MIT

extension Key {
    /// The key and, if its type is optional, the keys of the wrapped type.
    ///
    /// Inside `Swift.Optional<App.API>` the runtime omits `any`, so both spellings are tried.
    var spellings: [Key] {
        var spellings = [self]
        var next = type.wrapped
        while let type = next {
            spellings.append(Key(type, arguments: arguments, tag: tag))
            let existential = TypeName("any \(type.qualified)")
            spellings.append(Key(existential, arguments: arguments, tag: tag))
            next = type.wrapped
        }
        return spellings
    }
}
