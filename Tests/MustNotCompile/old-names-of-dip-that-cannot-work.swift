// SPDX-License-Identifier: MIT

// What of Dip 4 means something else now, or cannot be said any more: each names what to write.

import MortiseDip

func fail(_ container: DependencyContainer) {
    do {
        _ = try container.resolve() as Int
        // expect: missing argument label 'now_definitionNotFound:'
        // expect: expects 2 separate arguments
    } catch DipError.DefinitionNotFound(let key) {
        _ = key
    } catch {}
}

func look(at error: DipError) {
    switch error {
    // expect: missing argument labels 'now_autoInjectionFailed:label:type:'
    // expect: missing argument for parameter 'underlyingError'
    case .AutoInjectionFailed(let label, let type, let error): _ = (label, type, error)
    // expect: missing argument labels 'now_ambiguousDefinitions:type:'
    // expect: missing argument for parameter 'definitions'
    case .AmbiguousDefinitions(let type, let definitions): _ = (type, definitions)
    default: break
    }
}

func look(at key: DefinitionKey) -> Any.Type {
    key.factoryType  // expect: 'factoryType' has been renamed to 'typeOfArguments'
}

func register(in container: DependencyContainer) {
    let definition = container.register { (number: Int) in "\(number)" }
    // warns: write Definition<T, U>: U is Void for '() throws -> T', A for '(A) throws -> T', (A, B) for
    let stored: DefinitionOf<String, (Int) throws -> String> = definition
    // expect: cannot assign value of type
    _ = stored
}
