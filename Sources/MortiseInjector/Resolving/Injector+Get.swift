// SPDX-License-Identifier: MIT

import Mortise
import MortiseGraph

extension Injector {
    /// Injects an instance.
    ///
    /// Inside a closure that was registered, this joins the resolve that is running: a cycle is an error.
    ///
    /// - Parameters:
    ///   - abstraction: The type. Leave it out where it can be inferred.
    ///   - injectionType: Which instance.
    ///   - key: The key of the implementation, if not the selected one is meant. There is no fallback (S-25).
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

    /// Whether there is no singleton because what is selected was registered with the container itself.
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

    /// Whether an abstraction is registered, if only with a key whose implementation is still to come.
    func isRegistered<Abstraction>(
        _ abstraction: Abstraction.Type,
        _ container: Container
    ) -> Bool {
        !container.implementations(of: abstraction).isEmpty
            || container.selection(for: abstraction) != nil
    }

    /// The key to ask for, which is known.
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

    /// What is wrong with the abstraction itself, in this vocabulary's words; else the error.
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
