// SPDX-License-Identifier: MIT

import Mortise
import MortiseGraph

extension Injector {
    /// Injects an instance.
    ///
    /// Inside a registered closure, this joins the running resolve: a cycle is an error.
    ///
    /// - Parameters:
    ///   - abstraction: The type; defaults to the inferred one.
    ///   - injectionType: A new instance or the singleton.
    ///   - key: The key of the implementation; defaults to the selected one. An unknown key does not fall
    ///     back.
    /// - Returns: The instance.
    /// - Throws: ``InjectionError`` if nothing is registered; `ResolutionError` if it cannot be made.
    public func resolve<Abstraction>(
        _ abstraction: Abstraction.Type = Abstraction.self,
        injectionType: InjectionType = .regular,
        constrainedTo key: String? = nil
    ) throws -> Abstraction {
        let container = container
        // The selected one needs no key.
        guard let key else {
            do {
                guard injectionType == .singleton else { return try container.resolve(abstraction) }
                return try container.resolve(Kept<Abstraction>.self).instance
            } catch let error as ResolutionError where isOfNewCode(error, abstraction, container) {
                return try container.resolveKept(abstraction, tag: nil)
            } catch let error as ResolutionError {
                throw explained(error, abstraction, container)
            }
        }
        let tag = try requireKey(key, abstraction, container)
        guard injectionType == .singleton else {
            return try container.resolveExactly(abstraction, tag: tag)
        }
        guard container.implementations(of: Kept<Abstraction>.self).contains(tag) else {
            return try container.resolveKept(abstraction, tag: tag)
        }
        return try container.resolveExactly(Kept<Abstraction>.self, tag: tag).instance
    }

    /// Whether the singleton is missing because the selected one was registered with the container directly.
    private func isOfNewCode<Abstraction>(
        _ error: ResolutionError,
        _ abstraction: Abstraction.Type,
        _ container: Container
    ) -> Bool {
        guard error.code == .missingBinding, let tag = container.selection(for: abstraction) else {
            return false
        }
        return container.implementations(of: abstraction).contains(tag)
            && !container.implementations(of: Kept<Abstraction>.self).contains(tag)
    }

    /// Whether an abstraction is registered, even if only with a key without an implementation yet.
    func isRegistered<Abstraction>(
        _ abstraction: Abstraction.Type,
        _ container: Container
    ) -> Bool {
        !container.implementations(of: abstraction).isEmpty
            || container.selection(for: abstraction) != nil
    }

    /// The tag of the requested or selected key; throws for an unknown one.
    func requireKey<Abstraction>(
        _ key: String?,
        _ abstraction: Abstraction.Type,
        _ container: Container
    ) throws -> DefinitionTag {
        guard isRegistered(abstraction, container) else {
            throw InjectionError.notAbstrationFound(name: name(abstraction), context: context)
        }
        let known = container.implementations(of: abstraction)
        guard let tag = key?.tag ?? container.selection(for: abstraction), known.contains(tag)
        else {
            throw InjectionError.implementationsCouldNotBeCasted(name: name(abstraction))
        }
        return tag
    }

    /// This vocabulary's error for a problem with the abstraction itself; otherwise the given error.
    func explained<Abstraction>(
        _ error: ResolutionError,
        _ abstraction: Abstraction.Type,
        _ container: Container
    ) -> any Error {
        guard error.code == .missingBinding else { return error }
        do {
            _ = try requireKey(nil, abstraction, container)
            return error
        } catch {
            return error
        }
    }
}
