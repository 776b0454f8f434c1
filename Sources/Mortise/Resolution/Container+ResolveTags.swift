// SPDX-License-Identifier: MIT

public import MortiseGraph

extension Container {
    /// Resolves an instance of a tagged definition, or of one for any tag.
    ///
    /// - Parameters:
    ///   - type: The type to resolve. Leave it out where it can be inferred.
    ///   - tag: A string, a number, or any ``TagConvertible`` of your own.
    /// - Returns: A new or a shared instance, depending on the definition's lifetime.
    /// - Throws: ``ResolutionError``, as ``resolve(_:)->T``.
    @_alwaysEmitIntoClient @inline(__always)
    public func resolve<T>(_ type: T.Type = T.self, tag: some TagConvertible) throws -> T {
        let tag = tag.tag
        let key = KeyWords(type: KeyWords.word(of: T.self), tag: tag)
        if let found = HotPath.open(self, { $0.find(key) }) {
            return try HotPath.enter(found, T.self)
        }
        return try HotPath.keep(self, key, T.self)
    }

    /// Resolves an instance of a tagged definition, or of the untagged one if `tag` is `nil`.
    ///
    /// - Parameters:
    ///   - type: The type to resolve. Leave it out where it can be inferred.
    ///   - tag: A tag, or `nil`.
    /// - Returns: A new or a shared instance, depending on the definition's lifetime.
    /// - Throws: ``ResolutionError``, as ``resolve(_:)->T``.
    @_alwaysEmitIntoClient @inline(__always)
    public func resolve<T>(_ type: T.Type = T.self, tag: DefinitionTag?) throws -> T {
        guard let tag else { return try resolve(T.self) }
        return try resolve(T.self, tag: tag)
    }

    /// Resolves an instance of a tagged definition, or of another one that a rule allows.
    @_alwaysEmitIntoClient @inline(__always)
    package func resolve<T>(
        _ type: T.Type,
        tag: DefinitionTag?,
        by tagRule: Dependency.TagRule
    ) throws -> T {
        let word = KeyWords.word(of: T.self)
        guard let tag else {
            if let found = HotPath.open(self, mayFollow: true, { $0.find(word) }) {
                return try HotPath.enter(found, T.self)
            }
            return try HotPath.keep(self, KeyWords(type: word), T.self, by: tagRule)
        }
        let key = KeyWords(type: word, tag: tag)
        if let found = HotPath.open(self, { $0.find(key) }) {
            return try HotPath.enter(found, T.self)
        }
        return try HotPath.keep(self, key, T.self, by: tagRule)
    }
}

extension Resolver {
    /// Resolves an instance of a tagged definition, or of one for any tag.
    ///
    /// - Parameters:
    ///   - type: The type to resolve. Leave it out where it can be inferred.
    ///   - tag: A string, a number, any ``TagConvertible`` of your own, or ``RequestTag/inherited``.
    /// - Returns: A new or a shared instance, depending on the definition's lifetime.
    /// - Throws: ``ResolutionError``, as ``resolve(_:)->T``.
    @_alwaysEmitIntoClient @inline(__always)
    public func resolve<T>(_ type: T.Type = T.self, tag: some RequestTag) throws -> T {
        guard let tag = tag.requestedTag else { return try resolveInherited(T.self) }
        let key = KeyWords(type: KeyWords.word(of: T.self), tag: tag)
        if let found = HotPath.open(from: frame, { $0.find(key) }) {
            return try HotPath.enter(found, T.self)
        }
        return try HotPath.keep(from: frame, key, T.self)
    }

    /// Resolves an instance of a tagged definition, or of the untagged one if `tag` is `nil`.
    ///
    /// - Parameters:
    ///   - type: The type to resolve. Leave it out where it can be inferred.
    ///   - tag: A tag, or `nil`.
    /// - Returns: A new or a shared instance, depending on the definition's lifetime.
    /// - Throws: ``ResolutionError``, as ``resolve(_:)->T``.
    @_alwaysEmitIntoClient @inline(__always)
    public func resolve<T>(_ type: T.Type = T.self, tag: DefinitionTag?) throws -> T {
        guard let tag else { return try resolve(T.self) }
        return try resolve(T.self, tag: tag)
    }

    /// Resolves an instance with the tag that this factory's own instance was requested with, or
    /// without a tag if nothing provides the type with that one.
    @usableFromInline @inline(never)
    func resolveInherited<T>(_ type: T.Type) throws -> T {
        try resolve(T.self, tag: frame.requestedTag, by: .inherited)
    }

    /// Resolves an instance of a tagged definition, or of another one that a rule allows.
    @_alwaysEmitIntoClient @inline(__always)
    package func resolve<T>(
        _ type: T.Type,
        tag: DefinitionTag?,
        by tagRule: Dependency.TagRule
    ) throws -> T {
        let word = KeyWords.word(of: T.self)
        guard let tag else {
            // What is slow may be a collection, which only some requests find.
            if let found = HotPath.open(from: frame, { $0.find(word) }), !HotPath.isSlow(found.hot)
            {
                return try HotPath.enter(found, T.self)
            }
            return try HotPath.keep(from: frame, KeyWords(type: word), T.self, by: tagRule)
        }
        let key = KeyWords(type: word, tag: tag)
        if let found = HotPath.open(from: frame, { $0.find(key) }) {
            return try HotPath.enter(found, T.self)
        }
        return try HotPath.keep(from: frame, key, T.self, by: tagRule)
    }
}
