// SPDX-License-Identifier: MIT

public import Mortise

extension DependencyContainer {
    /// Resolves an instance (D-20).
    ///
    /// ```swift
    /// let service = try container.resolve() as Service
    /// let other: Service = try container.resolve(tag: "other")
    /// ```
    ///
    /// A tag that is asked for counts first: an unknown one falls back to what is registered without a tag
    /// (D-23). Among definitions of one tag, one without parameters comes first, then the one with the most,
    /// whose parameters are resolved (D-50 to D-52). Inside a factory or a block this joins the resolve that
    /// is running (D-41).
    ///
    /// - Parameter tag: The tag of the definition.
    /// - Returns: The instance.
    /// - Throws: ``DipError``; what a factory or a block threw; `ResolutionError` for what Dip has no word for,
    ///   such as a cycle.
    @inlinable @inline(__always)
    public func resolve<T>(tag: (any DependencyTagConvertible)?) throws -> T {
        do {
            guard let tag else { return try container.resolveJoining(T.self) }
            return try container.resolveJoining(T.self, tag: tag.dependencyTag.engineTag)
        } catch {
            throw failed(error, in: self)
        }
    }

    /// Resolves an instance without a tag (D-20).
    ///
    /// - Returns: The instance.
    /// - Throws: What ``resolve(tag:)`` throws.
    @inlinable @inline(__always)
    public func resolve<T>() throws -> T {
        // A method of its own: a tag that is `nil` would be copied and looked at each time.
        do {
            return try container.resolveJoining(T.self)
        } catch {
            throw failed(error, in: self)
        }
    }

    /// Resolves an instance with run-time arguments (D-20).
    ///
    /// The definition is found by the static types of the arguments (D-26). Arguments are part of an
    /// instance's identity: where one is kept, one is kept for each value.
    ///
    /// - Parameters:
    ///   - tag: The tag of the definition.
    ///   - arguments: As many as the factory takes.
    /// - Returns: The instance.
    /// - Throws: What resolving without arguments throws.
    @_disfavoredOverload  // A trailing closure has no label, and means `builder`.
    @inlinable @inline(__always)
    public func resolve<T, each Argument>(
        tag: (any DependencyTagConvertible)? = nil,
        arguments: repeat each Argument
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

    // MARK: Types known at run time only

    /// Resolves an instance of a type that is known at run time only (D-20).
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - tag: The tag of the definition.
    /// - Returns: The instance.
    /// - Throws: What resolving a static type throws.
    public func resolve(
        _ type: Any.Type,
        tag: (any DependencyTagConvertible)? = nil
    ) throws -> Any {
        do {
            return try container.resolve(dynamically: type, tag: tag?.dependencyTag.engineTag)
        } catch {
            throw failed(error, in: self)
        }
    }

    /// Resolves an instance of a type that is known at run time only, with run-time arguments (D-20).
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - tag: The tag of the definition.
    ///   - arguments: As many as the factory takes.
    /// - Returns: The instance.
    /// - Throws: What resolving a static type throws.
    @_disfavoredOverload  // See above.
    public func resolve<each Argument>(
        _ type: Any.Type,
        tag: (any DependencyTagConvertible)? = nil,
        arguments: repeat each Argument
    ) throws -> Any {
        do {
            return try container.resolveUnchecked(
                dynamically: type,
                tag: tag?.dependencyTag.engineTag,
                arguments: repeat each arguments
            )
        } catch {
            throw failed(error, in: self)
        }
    }
}
