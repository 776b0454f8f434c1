// SPDX-License-Identifier: MIT

public import Mortise
import MortiseGraph

// An unknown tag falls back in the engine: `Caller.find(_:)`, with the rule `.fallingBack`.

extension DependencyContainer {
    /// Resolves an instance.
    ///
    /// ```swift
    /// let service = try container.resolve() as Service
    /// let other: Service = try container.resolve(tag: "other")
    /// ```
    ///
    /// The tag counts first: an unknown tag falls back to the definition without one. Among
    /// definitions of one tag, the one without parameters wins, otherwise the one with the most, whose
    /// parameters are resolved. Inside a factory or a block this joins the running resolve.
    ///
    /// - Parameter tag: The tag of the definition.
    /// - Returns: The instance.
    /// - Throws: ``DipError``; the error of a factory or a block; `ResolutionError` for failures that Dip has
    ///   no case for, such as a cycle.
    @inlinable @inline(__always)
    public func resolve<T>(tag: (any DependencyTagConvertible)?) throws -> T {
        do {
            guard let tag else { return try container.resolveJoining(T.self) }
            return try container.resolveJoining(T.self, tag: tag.dependencyTag.engineTag)
        } catch {
            throw failed(error, in: self)
        }
    }

    /// Resolves an instance without a tag.
    ///
    /// - Returns: The instance.
    /// - Throws: The errors of ``resolve(tag:)``.
    @inlinable @inline(__always)
    public func resolve<T>() throws -> T {
        // A separate method, so that no `nil` tag is copied and tested.
        do {
            return try container.resolveJoining(T.self)
        } catch {
            throw failed(error, in: self)
        }
    }

    /// Resolves an instance with run-time arguments.
    ///
    /// The static types of the arguments select the definition. Arguments are part of an instance's
    /// identity: a scope keeps one for each value.
    ///
    /// - Parameters:
    ///   - tag: The tag of the definition.
    ///   - arguments: The factory's arguments.
    /// - Returns: The instance.
    /// - Throws: The errors of resolving without arguments.
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

    // MARK: Types known only at run time

    /// Resolves an instance of a type that is known only at run time.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - tag: The tag of the definition.
    /// - Returns: The instance.
    /// - Throws: The errors of resolving a static type.
    public func resolve(
        _ type: Any.Type,
        tag: (any DependencyTagConvertible)? = nil
    ) throws -> Any {
        do {
            return try container.resolve(
                dynamically: type,
                tag: tag?.dependencyTag.engineTag,
                by: .fallingBack
            )
        } catch {
            throw failed(error, in: self)
        }
    }

    /// Resolves an instance of a type that is known only at run time, with run-time arguments.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - tag: The tag of the definition.
    ///   - arguments: The factory's arguments.
    /// - Returns: The instance.
    /// - Throws: The errors of resolving a static type.
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
