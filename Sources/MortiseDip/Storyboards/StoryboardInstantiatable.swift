// SPDX-License-Identifier: MIT

import Mortise

#if canImport(ObjectiveC)
public import ObjectiveC

/// The requirement on objects that storyboards make.
public typealias StoryboardObject = NSObjectProtocol
#else
/// The requirement on objects that storyboards make: none without Objective-C.
public typealias StoryboardObject = AnyObject
#endif

/// An object that a storyboard makes and a container completes, as in Dip-UI.
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
    /// The default calls `container.resolveDependencies(of: self, tag: tag)` with the object's dynamic class.
    /// Implement it to resolve another type: `self as MyScene`. In a class of the main actor, make the method
    /// `nonisolated` and use the class inside `MainActor.assumeIsolated`.
    ///
    /// - Parameters:
    ///   - container: One of ``DependencyContainer/uiContainers``.
    ///   - tag: The tag that was set in Interface Builder.
    /// - Throws: The error that resolving throws: the next container is tried then.
    func didInstantiateFromStoryboard(
        _ container: DependencyContainer,
        tag: DependencyContainer.Tag?
    ) throws
}

extension StoryboardInstantiatable {
    /// Completes the object by its dynamic class.
    ///
    /// - Parameters:
    ///   - container: The container.
    ///   - tag: The tag.
    /// - Throws: The error that resolving throws.
    public func didInstantiateFromStoryboard(
        _ container: DependencyContainer,
        tag: DependencyContainer.Tag?
    ) throws {
        try container.resolveDependencies(of: self, tag: tag)
    }
}

extension DependencyContainer {
    /// The containers that complete storyboards' objects, in the order tried.
    ///
    /// The list is global. It may be changed from any thread.
    public static var uiContainers: [DependencyContainer] {
        get { containers.withLock { $0 } }
        set {
            // The old containers are released outside the lock.
            var other = newValue
            containers.withLock { swap(&$0, &other) }
            withExtendedLifetime(other) {}
        }
    }

    /// The only container of ``uiContainers``; the original's first version has this property.
    @available(*, deprecated, message: "write uiContainers = [container]")
    public static var uiContainer: DependencyContainer? {
        get { uiContainers.first }
        set { uiContainers = newValue.map { [$0] } ?? [] }
    }

    /// Registers a class whose instances come from storyboards, with a factory.
    ///
    /// - Parameters:
    ///   - type: The class.
    ///   - tag: The tag; distinguishes several definitions of one class.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - factory: Makes an instance where no storyboard has made one.
    /// - Returns: The definition, for further configuration.
    public func register<T: StoryboardInstantiatable>(
        storyboardType type: T.Type,
        tag: (any DependencyTagConvertible)? = nil,
        file: StaticString = #fileID,
        line: UInt32 = #line,
        factory: @escaping () -> T
    ) -> Definition<T, Void> {
        register(.unique, type: type, tag: tag, file: file, line: line, factory: factory)
    }

    /// Completes an object that a storyboard has made, with the first of ``uiContainers`` that can.
    ///
    /// - Parameters:
    ///   - object: The object. Nothing happens unless it is ``StoryboardInstantiatable``.
    ///   - tag: The tag that was set in Interface Builder.
    /// - Returns: Whether a container has completed it. Errors are not thrown.
    @discardableResult
    public static func storyboardInstantiated(_ object: AnyObject, tag: String?) -> Bool {
        guard let object = object as? any StoryboardInstantiatable else { return false }
        for container in uiContainers {
            do {
                try object.didInstantiateFromStoryboard(container, tag: tag.map { .String($0) })
                return true
            } catch {
                // The container has logged the error; the next one is tried.
            }
        }
        return false
    }
}

private let containers = Locked<[DependencyContainer]>([])
