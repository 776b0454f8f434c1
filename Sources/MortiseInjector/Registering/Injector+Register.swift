// SPDX-License-Identifier: MIT

import Mortise
import MortiseGraph

extension Injector {
    /// Makes an instance of an implementation; `nil` if there can be none.
    public typealias Implementation<Abstraction> = @Sendable () throws -> Abstraction?

    /// Registers an abstraction with its implementations (S-2).
    ///
    /// One that is registered already stays as it is, and that is error
    /// ``InjectionError/abstractionAlreadyRegistered(name:context:)`` (S-6); in a test the implementations are merged
    /// by their keys, and the default key stays (S-7).
    ///
    /// - Parameters:
    ///   - abstraction: The type that is injected.
    ///   - defaultDependency: The key of the implementation that is injected. It may be added later: until
    ///     then nothing is injected.
    ///   - implementations: What makes an instance, by key. Runs for each injection, outside all locks.
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

    /// Registers an abstraction with its only implementation (S-2).
    ///
    /// - Parameters:
    ///   - abstraction: The type that is injected.
    ///   - key: The key of the implementation.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - implementation: What makes an instance.
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

    /// Adds implementations to an abstraction that is registered.
    ///
    /// One that is not is error ``InjectionError/abstractionNotFoundForUpdate(name:)`` (S-6); in a test it is
    /// registered (S-7).
    ///
    /// - Parameters:
    ///   - abstraction: The type that is injected.
    ///   - implementations: What makes an instance, by key.
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

    /// Adds an implementation to an abstraction that is registered, under its key (S-3).
    ///
    /// - Parameters:
    ///   - abstraction: The type that is injected.
    ///   - key: The key of the implementation.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - implementation: What makes an instance.
    public func add<Abstraction>(
        _ abstraction: Abstraction.Type,
        key: String,
        file: StaticString = #fileID,
        line: UInt32 = #line,
        implementation: @escaping Implementation<Abstraction>
    ) {
        add(abstraction, implementations: [key: implementation], file: file, line: line)
    }

    /// Adds implementations, and registers the abstraction with them if need be (S-73).
    ///
    /// The first key that was ever registered is the default; of several at once the least.
    ///
    /// - Parameters:
    ///   - abstraction: The type that is injected.
    ///   - implementations: What makes an instance, by key.
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

    /// Adds an implementation, and registers the abstraction with it if need be (S-73).
    ///
    /// - Parameters:
    ///   - abstraction: The type that is injected.
    ///   - key: The key of the implementation.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - implementation: What makes an instance.
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

    /// Selects the implementation that is injected from now on.
    ///
    /// Properties that were injected keep what they have (S-26), except
    /// ``ObservedInjectable``. A key that is not known is kept all the same, and awaited: until it is added
    /// nothing is injected (S-32).
    ///
    /// - Parameters:
    ///   - abstraction: The type that is injected.
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
            // Something that is registered without a key answers the type, or the container is closed.
            return report(.noImplementationFoundForPublish(name: name(abstraction)))
        }
        guard !container.implementations(of: abstraction).contains(newKey.tag) else { return }
        report(.noImplementationFoundForPublish(name: name(abstraction)))
    }

    /// Selects the implementation that is injected in the global context from now on.
    ///
    /// - Parameters:
    ///   - abstraction: The type that is injected.
    ///   - newKey: The key of the implementation.
    public static func updateDependencyKey<Abstraction>(
        of abstraction: Abstraction.Type,
        newKey: String
    ) {
        global.updateDependencyKey(of: abstraction, newKey: newKey)
    }

    /// The key of the implementation that is injected.
    ///
    /// - Parameter abstraction: The type that is injected.
    /// - Returns: The key; `nil` if the abstraction is not registered.
    public func getCurrentKey<Abstraction>(of abstraction: Abstraction.Type) -> String? {
        guard case .text(let key) = container.selection(for: abstraction) else {
            report(.notAbstrationFound(name: name(abstraction), context: context))
            return nil
        }
        return key
    }

    /// Lets go of singletons; the next injection makes new ones.
    ///
    /// Properties that were injected keep what they have (S-26).
    ///
    /// - Parameters:
    ///   - abstraction: The type that is injected.
    ///   - key: The key of an implementation; all of them without one.
    public func resetSingleton<Abstraction>(of abstraction: Abstraction.Type, key: String? = nil) {
        if let key {
            container.resetSingletons(of: Kept<Abstraction>.self, tag: key)
        } else {
            container.resetSingletons(of: Kept<Abstraction>.self)
        }
    }

    /// Removes an abstraction with its implementations and singletons.
    ///
    /// - Parameter abstraction: The type that is injected.
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
                // What was kept stays when the implementation is replaced (S-7).
                container.fillIn { container in
                    container.register(.singleton, tag: key, file: file, line: line) {
                        Kept(try $0.resolve(Abstraction.self, tag: key))
                    }
                }
            }
        }
    }
}

/// An implementation gave no instance.
struct NoInstance: Error {}

/// The singleton of an implementation, whose own definition makes a new instance each time (S-21).
// @unchecked: a constant. This vocabulary is older than `Sendable`: whether its instances may be
// used by several threads is, as it always was, up to who asks for a singleton.
final class Kept<Abstraction>: @unchecked Sendable {
    let instance: Abstraction

    init(_ instance: Abstraction) { self.instance = instance }
}
