// SPDX-License-Identifier: MIT

import Mortise
import MortiseGraph

extension Injector {
    /// Makes an instance of an implementation; `nil` if it cannot.
    public typealias Implementation<Abstraction> = @Sendable () throws -> Abstraction?

    /// Registers an abstraction with its implementations.
    ///
    /// If it is registered already, it stays unchanged, with error
    /// ``InjectionError/abstractionAlreadyRegistered(name:context:)``. In a test the implementations
    /// are merged by their keys, and the default key stays.
    ///
    /// - Parameters:
    ///   - abstraction: The type to inject.
    ///   - defaultDependency: The key of the implementation to inject. Until an implementation has this key,
    ///     nothing is injected.
    ///   - implementations: Closures that make an instance, by key. They run for each new instance, outside
    ///     all locks.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    public func register<Abstraction>(
        _ abstraction: Abstraction.Type,
        defaultDependency: String,
        implementations: [String: Implementation<Abstraction>],
        file: StaticString = #fileID,
        line: UInt32 = #line
    ) {
        let condition: InstallCondition = TestMode.isOn ? .none : .isUnknown
        guard
            !install(
                abstraction,
                implementations,
                default: defaultDependency,
                condition,
                file,
                line
            )
        else {
            return
        }
        report(.abstractionAlreadyRegistered(name: name(abstraction), context: context))
    }

    /// Registers an abstraction with its only implementation.
    ///
    /// - Parameters:
    ///   - abstraction: The type to inject.
    ///   - key: The key of the implementation.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - implementation: A closure that makes an instance.
    public func register<Abstraction>(
        _ abstraction: Abstraction.Type,
        key: String = "",
        file: StaticString = #fileID,
        line: UInt32 = #line,
        implementation: @escaping Implementation<Abstraction>
    ) {
        register(
            abstraction,
            defaultDependency: key,
            implementations: [key: implementation],
            file: file,
            line: line
        )
    }

    /// Adds implementations to a registered abstraction.
    ///
    /// If it is not registered, nothing is added, with error
    /// ``InjectionError/abstractionNotFoundForUpdate(name:)``. In a test it is registered.
    ///
    /// - Parameters:
    ///   - abstraction: The type to inject.
    ///   - implementations: Closures that make an instance, by key.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    public func add<Abstraction>(
        _ abstraction: Abstraction.Type,
        implementations: [String: Implementation<Abstraction>],
        file: StaticString = #fileID,
        line: UInt32 = #line
    ) {
        let condition: InstallCondition = TestMode.isOn ? .none : .isKnown
        guard !install(abstraction, implementations, default: nil, condition, file, line) else {
            return
        }
        report(.abstractionNotFoundForUpdate(name: name(abstraction)))
    }

    /// Adds an implementation to a registered abstraction, under a key.
    ///
    /// - Parameters:
    ///   - abstraction: The type to inject.
    ///   - key: The key of the implementation.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - implementation: A closure that makes an instance.
    public func add<Abstraction>(
        _ abstraction: Abstraction.Type,
        key: String,
        file: StaticString = #fileID,
        line: UInt32 = #line,
        implementation: @escaping Implementation<Abstraction>
    ) {
        add(abstraction, implementations: [key: implementation], file: file, line: line)
    }

    /// Adds implementations, and registers the abstraction if necessary.
    ///
    /// The first registered key is the default; of several in one call, the least.
    ///
    /// - Parameters:
    ///   - abstraction: The type to inject.
    ///   - implementations: Closures that make an instance, by key.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    public func addOrRegister<Abstraction>(
        _ abstraction: Abstraction.Type,
        implementations: [String: Implementation<Abstraction>],
        file: StaticString = #fileID,
        line: UInt32 = #line
    ) {
        install(abstraction, implementations, default: nil, .none, file, line)
    }

    /// Adds an implementation, and registers the abstraction if necessary.
    ///
    /// - Parameters:
    ///   - abstraction: The type to inject.
    ///   - key: The key of the implementation.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - implementation: A closure that makes an instance.
    public func addOrRegister<Abstraction>(
        _ abstraction: Abstraction.Type,
        key: String = "",
        file: StaticString = #fileID,
        line: UInt32 = #line,
        implementation: @escaping Implementation<Abstraction>
    ) {
        addOrRegister(abstraction, implementations: [key: implementation], file: file, line: line)
    }

    // MARK: Changing

    /// Selects the implementation for later injections.
    ///
    /// Injected properties keep their instances, except ``ObservedInjectable``. An unknown key is
    /// selected nevertheless: until its implementation is added, nothing is injected.
    ///
    /// - Parameters:
    ///   - abstraction: The type to inject.
    ///   - newKey: The key of the implementation.
    public func updateDependencyKey<Abstraction>(of abstraction: Abstraction.Type, newKey: String) {
        let container = container
        do {
            guard try container.select(awaiting: newKey.tag, for: abstraction) else {
                return report(.equalDependecyKeyOnUpdate(name: name(abstraction), key: newKey))
            }
        } catch let error as ResolutionError where error.code == .missingBinding {
            return report(.abstractionNotFoundForUpdate(name: name(abstraction)))
        } catch {
            // The abstraction has a registration without a key, or the container is closed.
            return report(.noImplementationFoundForPublish(name: name(abstraction)))
        }
        guard !container.implementations(of: abstraction).contains(newKey.tag) else { return }
        report(.noImplementationFoundForPublish(name: name(abstraction)))
    }

    /// Selects the implementation for later injections in the global context.
    ///
    /// - Parameters:
    ///   - abstraction: The type to inject.
    ///   - newKey: The key of the implementation.
    public static func updateDependencyKey<Abstraction>(
        of abstraction: Abstraction.Type,
        newKey: String
    ) {
        global.updateDependencyKey(of: abstraction, newKey: newKey)
    }

    /// The key of the selected implementation.
    ///
    /// - Parameter abstraction: The type to inject.
    /// - Returns: The key; `nil` if the abstraction is not registered.
    public func getCurrentKey<Abstraction>(of abstraction: Abstraction.Type) -> String? {
        guard case .text(let key) = container.selection(for: abstraction) else {
            report(.notAbstrationFound(name: name(abstraction), context: context))
            return nil
        }
        return key
    }

    /// Drops singletons; the next injection makes new ones.
    ///
    /// Injected properties keep their instances.
    ///
    /// - Parameters:
    ///   - abstraction: The type to inject.
    ///   - key: The key of an implementation; `nil` for all.
    public func resetSingleton<Abstraction>(of abstraction: Abstraction.Type, key: String? = nil) {
        if let key {
            container.dropInstances(of: Kept<Abstraction>.self, tag: key)
        } else {
            container.dropInstances(of: Kept<Abstraction>.self)
        }
    }

    /// Removes an abstraction with its implementations and singletons.
    ///
    /// - Parameter abstraction: The type to inject.
    public func remove<Abstraction>(_ abstraction: Abstraction.Type) {
        container.removeDefinitions(of: abstraction, and: Kept<Abstraction>.self)
    }

    /// Removes all abstractions.
    public func clear() { container.reset() }

    // MARK: Together

    @discardableResult
    private func install<Abstraction>(
        _ abstraction: Abstraction.Type,
        _ implementations: [String: Implementation<Abstraction>],
        default key: String?,
        _ condition: InstallCondition,
        _ file: StaticString,
        _ line: UInt32
    ) -> Bool {
        container.install(
            implementationsOf: abstraction,
            and: Kept<Abstraction>.self,
            selectingFirst: key?.tag,
            if: condition
        ) { container in
            for (key, make) in implementations.sorted(by: { $0.key < $1.key }) {
                container.register(as: abstraction, tag: key, file: file, line: line) {
                    guard let instance = try make() else { throw NoInstance() }
                    return instance
                }
                // Replacing an implementation does not drop its singleton (S-7).
                container.fillIn { container in
                    container.register(.singleton, tag: key, file: file, line: line) {
                        Kept(try $0.resolve(Abstraction.self, tag: key))
                    }
                }
            }
        }
    }
}

/// An implementation returned no instance.
struct NoInstance: Error {}

/// Holds the singleton of an implementation, whose own definition makes a new instance each time.
// @unchecked: a constant. This vocabulary is older than `Sendable`: as in the original, the user of a
// singleton decides whether threads may share it.
final class Kept<Abstraction>: @unchecked Sendable {
    let instance: Abstraction

    init(_ instance: Abstraction) { self.instance = instance }
}
