// SPDX-License-Identifier: MIT

import Mortise

extension DependencyContainer {
    /// Makes an instance of each definition, and throws the first error.
    ///
    /// ```swift
    /// try container.validate("name", (URL(string: "http://example.url"), 80))
    /// ```
    ///
    /// It builds everything, with properties and blocks, in the order of registration; what a scope keeps stays.
    /// It locks nothing: definitions may be registered afterwards. What is registered in ``container`` itself is
    /// made only as far as it is needed. `container.validate()` builds nothing, and so knows only what factories
    /// have shown of themselves.
    ///
    /// - Parameter args: Arguments for definitions with parameters, a tuple for several. A definition is made
    ///   with each of them that fits its parameters, until that succeeds; if none does, its parameters are
    ///   resolved.
    /// - Throws: The first ``DipError``, or `ResolutionError` for failures that Dip has no case for, such as a
    ///   cycle. Other errors, those of factories and blocks, are logged and ignored.
    public func validate(_ args: Any...) throws {
        let keys = container.keysOfVocabulary.map { DefinitionKey($0) }
        let all = Set(keys)
        for key in keys {
            if try isMade(key, with: args) { continue }
            // Without arguments, Dip's request finds a definition that has none (D-21, D-22).
            let plain = [key.tag, nil].map { DefinitionKey(type: key.type, tag: $0) }
            if key.typeOfArguments != Void.self, plain.contains(where: all.contains) { continue }
            _ = try ignoringOtherErrors { try resolve(key.type, tag: key.tag) }
        }
    }

    /// Makes an instance with the first arguments that fit a definition, and do not fail.
    private func isMade(_ key: DefinitionKey, with arguments: [Any]) throws -> Bool {
        func open<Arguments>(_: Arguments.Type) throws -> Bool {
            for argument in arguments {
                guard let values = argument as? Arguments else { continue }
                let made = try ignoringOtherErrors {
                    try resolve(key.type, tag: key.tag) { (factory: (Arguments) throws -> Any) in
                        try factory(values)
                    }
                }
                if made != nil { return true }
            }
            return false
        }
        guard key.typeOfArguments != Void.self else { return false }
        return try open(key.typeOfArguments)
    }

    /// Logs the errors that are not Dip's.
    ///
    /// - Returns: `nil` after such an error.
    private func ignoringOtherErrors(_ make: () throws -> Any) throws -> Any? {
        do {
            return try make()
        } catch let error where error is DipError || error is ResolutionError {
            throw error
        } catch {
            log(.Errors, error)
            return nil
        }
    }
}
