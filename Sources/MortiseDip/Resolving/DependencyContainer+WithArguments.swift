// SPDX-License-Identifier: MIT

import Mortise

// Dip 4.3's spellings for run-time arguments: one method for each number, or the compiler offers no fix-it.

extension DependencyContainer {
    /// Dip 4.3's name for ``resolve(tag:arguments:)``.
    @_disfavoredOverload  // A trailing closure has no label, and means `builder`.
    @available(*, deprecated, renamed: "resolve(arguments:)")
    public func resolve<T, A>(
        withArguments a: A
    ) throws -> T {
        try resolve(nil, passing: a)
    }

    /// Dip 4.3's name for ``resolve(tag:arguments:)``.
    @_disfavoredOverload  // A trailing closure has no label, and means `builder`.
    @available(*, deprecated, renamed: "resolve(tag:arguments:)")
    public func resolve<T, A>(
        tag: (any DependencyTagConvertible)?,
        withArguments a: A
    ) throws -> T {
        try resolve(tag, passing: a)
    }

    /// Dip 4.3's name for ``resolve(tag:arguments:)``.
    @_disfavoredOverload  // A trailing closure has no label, and means `builder`.
    @available(*, deprecated, renamed: "resolve(arguments:_:)")
    public func resolve<T, A, B>(
        withArguments a: A,
        _ b: B
    ) throws -> T {
        try resolve(nil, passing: a, b)
    }

    /// Dip 4.3's name for ``resolve(tag:arguments:)``.
    @_disfavoredOverload  // A trailing closure has no label, and means `builder`.
    @available(*, deprecated, renamed: "resolve(tag:arguments:_:)")
    public func resolve<T, A, B>(
        tag: (any DependencyTagConvertible)?,
        withArguments a: A,
        _ b: B
    ) throws -> T {
        try resolve(tag, passing: a, b)
    }

    /// Dip 4.3's name for ``resolve(tag:arguments:)``.
    @_disfavoredOverload  // A trailing closure has no label, and means `builder`.
    @available(*, deprecated, renamed: "resolve(arguments:_:_:)")
    public func resolve<T, A, B, C>(
        withArguments a: A,
        _ b: B,
        _ c: C
    ) throws -> T {
        try resolve(nil, passing: a, b, c)
    }

    /// Dip 4.3's name for ``resolve(tag:arguments:)``.
    @_disfavoredOverload  // A trailing closure has no label, and means `builder`.
    @available(*, deprecated, renamed: "resolve(tag:arguments:_:_:)")
    public func resolve<T, A, B, C>(
        tag: (any DependencyTagConvertible)?,
        withArguments a: A,
        _ b: B,
        _ c: C
    ) throws -> T {
        try resolve(tag, passing: a, b, c)
    }

    /// Dip 4.3's name for ``resolve(tag:arguments:)``.
    @_disfavoredOverload  // A trailing closure has no label, and means `builder`.
    @available(*, deprecated, renamed: "resolve(arguments:_:_:_:)")
    public func resolve<T, A, B, C, D>(
        withArguments a: A,
        _ b: B,
        _ c: C,
        _ d: D
    ) throws -> T {
        try resolve(nil, passing: a, b, c, d)
    }

    /// Dip 4.3's name for ``resolve(tag:arguments:)``.
    @_disfavoredOverload  // A trailing closure has no label, and means `builder`.
    @available(*, deprecated, renamed: "resolve(tag:arguments:_:_:_:)")
    public func resolve<T, A, B, C, D>(
        tag: (any DependencyTagConvertible)?,
        withArguments a: A,
        _ b: B,
        _ c: C,
        _ d: D
    ) throws -> T {
        try resolve(tag, passing: a, b, c, d)
    }

    /// Dip 4.3's name for ``resolve(tag:arguments:)``.
    @_disfavoredOverload  // A trailing closure has no label, and means `builder`.
    @available(*, deprecated, renamed: "resolve(arguments:_:_:_:_:)")
    public func resolve<T, A, B, C, D, E>(
        withArguments a: A,
        _ b: B,
        _ c: C,
        _ d: D,
        _ e: E
    ) throws -> T {
        try resolve(nil, passing: a, b, c, d, e)
    }

    /// Dip 4.3's name for ``resolve(tag:arguments:)``.
    @_disfavoredOverload  // A trailing closure has no label, and means `builder`.
    @available(*, deprecated, renamed: "resolve(tag:arguments:_:_:_:_:)")
    public func resolve<T, A, B, C, D, E>(
        tag: (any DependencyTagConvertible)?,
        withArguments a: A,
        _ b: B,
        _ c: C,
        _ d: D,
        _ e: E
    ) throws -> T {
        try resolve(tag, passing: a, b, c, d, e)
    }

    /// Dip 4.3's name for ``resolve(tag:arguments:)``.
    @_disfavoredOverload  // A trailing closure has no label, and means `builder`.
    @available(*, deprecated, renamed: "resolve(arguments:_:_:_:_:_:)")
    public func resolve<T, A, B, C, D, E, F>(
        withArguments a: A,
        _ b: B,
        _ c: C,
        _ d: D,
        _ e: E,
        _ f: F
    ) throws -> T {
        try resolve(nil, passing: a, b, c, d, e, f)
    }

    /// Dip 4.3's name for ``resolve(tag:arguments:)``.
    @_disfavoredOverload  // A trailing closure has no label, and means `builder`.
    @available(*, deprecated, renamed: "resolve(tag:arguments:_:_:_:_:_:)")
    public func resolve<T, A, B, C, D, E, F>(
        tag: (any DependencyTagConvertible)?,
        withArguments a: A,
        _ b: B,
        _ c: C,
        _ d: D,
        _ e: E,
        _ f: F
    ) throws -> T {
        try resolve(tag, passing: a, b, c, d, e, f)
    }

    private func resolve<T, each Argument>(
        _ tag: (any DependencyTagConvertible)?,
        passing arguments: repeat each Argument
    ) throws -> T {
        do {
            return try container.resolveUnchecked(
                T.self,
                tag: tag?.dependencyTag.engineTag,
                arguments: repeat each arguments
            )
        } catch {
            throw failed(error, in: self)
        }
    }
}
