// SPDX-License-Identifier: MIT

import Mortise

/// A definition that an assembly stores.
///
/// ```swift
/// let shakeAnimation = AssemblyDefinitionOf { (_, view: UIView) in
///     ShakeAnimationImp(view: view) as ShakeAnimation
/// }
/// ```
///
/// `T` is the type of its instances, `U` the type of its run-time arguments: `Void` for none, a tuple for
/// several. It holds no instances: each container in which it is active has its own.
public final class AssemblyDefinitionOf<T, U> {
    private let scope: ComponentScope?
    private let tag: DependencyContainer.Tag?
    private let factory: @Sendable (DependencyContainer, U) throws -> T
    private let file: StaticString
    private let line: UInt32
    private let blocks = BlockList<T>()
    private let state = Locked(State())

    private struct State {
        var hasBlocks = false
        /// Definitions that were registered before the first block.
        var waiting: [WeakDefinition<T, U>] = []
    }

    /// Creates a definition.
    ///
    /// - Parameters:
    ///   - tag: The tag; distinguishes several definitions of one type.
    ///   - scope: How long instances live, in each container; the default is that of the container's rules.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - factory: Makes an instance from the container and the arguments. Runs on the resolving thread, as
    ///     often as the scope requires, outside all locks.
    public init(
        tag: (any DependencyTagConvertible)? = nil,
        scope: ComponentScope? = nil,
        file: StaticString = #fileID,
        line: UInt32 = #line,
        factory: @escaping (DependencyContainer, U) throws -> T
    ) {
        self.tag = tag?.dependencyTag
        self.scope = scope
        self.file = file
        self.line = line
        // Unchecked: factories run on any resolving thread, as they do in Dip.
        nonisolated(unsafe) let make = factory
        self.factory = { try make($0, $1) }
    }

    /// Adds a block that completes an instance.
    ///
    /// It also completes later instances in containers where the definition is active already.
    ///
    /// - Parameter block: Gets the container and the instance, after property injection, or before it by
    ///   Dip 4's rules. Runs on the resolving thread, outside all locks.
    /// - Returns: The definition.
    @discardableResult
    public func resolvingProperties(
        _ block: @escaping (DependencyContainer, T) throws -> Void
    ) -> AssemblyDefinitionOf {
        blocks.append(block)
        let waiting = state.withLock { state in
            state.hasBlocks = true
            defer { state.waiting = [] }
            return state.waiting
        }
        for weak in waiting { weak.definition?.complete(by: blocks) }
        return self
    }

    /// Dip 4.3's name for ``resolvingProperties(_:)``.
    ///
    /// - Parameter block: Gets the container and the instance.
    /// - Returns: The definition.
    @available(*, deprecated, renamed: "resolvingProperties(_:)")
    @discardableResult
    public func resolveDependencies(
        _ block: @escaping (DependencyContainer, T) throws -> Void
    ) -> AssemblyDefinitionOf {
        resolvingProperties(block)
    }
}

/// A weak reference to a definition.
private struct WeakDefinition<T, U> {
    // Read atomically, and written once.
    weak var definition: Definition<T, U>?
}

// @unchecked: constant, except for the state behind the lock.
extension AssemblyDefinitionOf: @unchecked Sendable {}

/// A definition of an assembly, with its types erased.
protocol AssemblyDefinition {
    /// Registers the definition.
    ///
    /// - Returns: A closure that removes exactly this registration.
    func register(in container: DependencyContainer) -> @Sendable (DependencyContainer) -> Void
}

extension AssemblyDefinitionOf: AssemblyDefinition {
    func register(in container: DependencyContainer) -> @Sendable (DependencyContainer) -> Void {
        let (factory, file, line) = (factory, file, line)
        let scope = scope ?? container.defaultScope
        let definition = Definition<T, U>(scope, "\(U.self) throws -> \(T.self)") {
            container,
            tag,
            preparation in
            let home = container.home
            if U.self == Void.self, let void = () as? U {
                // Safe: an empty tuple.
                nonisolated(unsafe) let nothing = void
                return container.container.registerUnchecked(
                    scope.lifetime,
                    as: T.self,
                    tag: tag?.engineTag,
                    file: file,
                    line: line
                ) { try preparation.prepared(factory(home.current, nothing)) }
            }
            return container.container.registerUnchecked(
                scope.lifetime,
                as: T.self,
                tag: tag?.engineTag,
                file: file,
                line: line,
                explainingWiringErrors: { $0 },
                factory: { try preparation.prepared(factory(home.current, $0)) },
                parameters: [],
                wiring: { _ in throw CancellationError() }
            )
        }
        let hasBlocks = state.withLock { state in
            if !state.hasBlocks {
                state.waiting.removeAll { $0.definition == nil }
                state.waiting.append(WeakDefinition(definition: definition))
            }
            return state.hasBlocks
        }
        if hasBlocks { definition.complete(by: blocks) }
        let detached = DetachedDefinition(definition.install(in: container, tag: tag))
        return { container in
            // A definition that has replaced it stays.
            guard let made = detached.definition(called: definition) else { return }
            container.requireThawed()
            container.container.remove(made)
        }
    }
}
