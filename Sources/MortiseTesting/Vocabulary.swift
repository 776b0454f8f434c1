// SPDX-License-Identifier: MIT

/// A way to register and resolve that is tested: Mortise's own, or that of a package beside it.
///
/// It registers the definitions of ``ContractSample``; the rules then check the instances it
/// resolves.
public protocol Vocabulary: Sendable {
    /// Registers the sample's definitions.
    ///
    /// - Parameter sample: The source of the factories.
    /// - Returns: The result, which resolves the instances.
    /// - Throws: Any error from registering.
    func wire(_ sample: ContractSample) throws -> any WiredSample
}

/// The registered definitions of a sample.
public protocol WiredSample: Sendable {
    /// Resolves an instance.
    ///
    /// - Parameter type: One of the types of ``ContractSample``.
    /// - Returns: The instance.
    /// - Throws: The vocabulary's error.
    func resolve<T>(_ type: T.Type) throws -> T

    /// Resolves an instance of a tagged definition.
    ///
    /// - Parameters:
    ///   - type: One of the types of ``ContractSample``.
    ///   - tag: The tag.
    /// - Returns: The instance.
    /// - Throws: The vocabulary's error.
    func resolve<T>(_ type: T.Type, tag: String) throws -> T
}
