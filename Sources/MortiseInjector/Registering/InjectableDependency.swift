// SPDX-License-Identifier: MIT

/// Something that can be made without arguments.
public protocol Initializable {
    /// Makes one.
    init()
}

/// An implementation that ``instance()`` makes (S-8).
public protocol InjectableDependency: Initializable {}

extension InjectableDependency {
    /// Makes an instance: `RemoteRepository.instance` is what `register` takes.
    ///
    /// - Returns: A new instance.
    public static func instance() -> Self { Self() }
}
