// SPDX-License-Identifier: MIT

extension Key {
    /// The key, and the keys of what it wraps if its type is optional.
    ///
    /// Inside `Swift.Optional<App.API>` the runtime leaves out `any`, so both spellings are tried.
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
