// SPDX-License-Identifier: MIT

import Mortise
import Synchronization

#if canImport(ObjectiveC)
public import ObjectiveC

/// What an object is that storyboards make.
public typealias StoryboardObject = NSObjectProtocol
#else
/// What an object is that storyboards make: where there is no Objective-C, any.
public typealias StoryboardObject = AnyObject
#endif

/// An object that a storyboard makes, and a container completes (U-4).
///
/// ```swift
/// extension ViewController: StoryboardInstantiatable {}
///
/// container.register { ViewController() }
///     .resolvingProperties { container, controller in controller.api = try container.resolve() }
/// DependencyContainer.uiContainers = [container]
/// ```
///
/// In Interface Builder, give the object a user-defined runtime attribute `dipTag`, of type String or Nil.
public protocol StoryboardInstantiatable: StoryboardObject {
    /// Called when a storyboard has made the object.
    ///
    /// Does `container.resolveDependencies(of: self, tag: tag)` for the class that the object really is. Write
    /// your own to be resolved as another type: `self as MyScene`.
    /// Where the class belongs to the main actor, yours is `nonisolated`, and what needs the class goes into
    /// `MainActor.assumeIsolated`.
    ///
    /// - Parameters:
    ///   - container: One of ``DependencyContainer/uiContainers``.
    ///   - tag: The tag that was set in Interface Builder.
    /// - Throws: What resolving throws: then the next container is asked.
    func didInstantiateFromStoryboard(
        _ container: DependencyContainer,
        tag: DependencyContainer.Tag?
    ) throws
}

extension StoryboardInstantiatable {
    /// Completes the object as the class that it really is.
    ///
    /// - Parameters:
    ///   - container: The container.
    ///   - tag: The tag.
    /// - Throws: What resolving throws.
    public func didInstantiateFromStoryboard(
        _ container: DependencyContainer,
        tag: DependencyContainer.Tag?
    ) throws {
        try container.resolveDependencies(of: self, tag: tag)
    }
}

extension DependencyContainer {
    /// The containers that are asked to complete what storyboards make, in order (U-1).
    ///
    /// They belong to the whole program. May be changed from any thread.
    public static var uiContainers: [DependencyContainer] {
        get { containers.withLock { $0 } }
        set {
            // The old ones are released outside the lock.
            var other = newValue
            containers.withLock { swap(&$0, &other) }
        }
    }

    /// The only container of ``uiContainers``; what the first version of the original had.
    @available(*, deprecated, message: "write uiContainers = [container]")
    public static var uiContainer: DependencyContainer? {
        get { uiContainers.first }
        set { uiContainers = newValue.map { [$0] } ?? [] }
    }

    /// Registers a class whose instances storyboards make (U-6).
    ///
    /// - Parameters:
    ///   - type: The class.
    ///   - tag: What tells several definitions of one class apart.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - factory: Makes an instance where no storyboard has.
    /// - Returns: The definition, to be refined.
    public func register<T: StoryboardInstantiatable>(
        storyboardType type: T.Type,
        tag: (any DependencyTagConvertible)? = nil,
        file: StaticString = #fileID,
        line: UInt32 = #line,
        factory: @escaping () -> T
    ) -> Definition<T, Void> {
        register(.unique, type: type, tag: tag, file: file, line: line, factory: factory)
    }

    /// A storyboard has made an object: the first of ``uiContainers`` that can completes it (U-3, U-7).
    ///
    /// - Parameters:
    ///   - object: The object. Nothing happens unless it is ``StoryboardInstantiatable``.
    ///   - tag: The tag that was set in Interface Builder.
    /// - Returns: Whether a container has completed it. Errors go no further (U-3).
    @discardableResult
    public static func storyboardInstantiated(_ object: AnyObject, tag: String?) -> Bool {
        guard let object = object as? any StoryboardInstantiatable else { return false }
        for container in uiContainers {
            do {
                try object.didInstantiateFromStoryboard(container, tag: tag.map { .String($0) })
                return true
            } catch {
                // The next one is asked; the container has logged it.
            }
        }
        return false
    }
}

private let containers = Mutex<[DependencyContainer]>([])
