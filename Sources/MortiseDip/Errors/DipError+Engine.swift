// SPDX-License-Identifier: MIT

import Mortise
import MortiseGraph

/// What a vocabulary's `resolve` throws.
@usableFromInline @inline(never)
func failed(_ error: any Error, in container: DependencyContainer) -> any Error {
    guard let error = error as? ResolutionError else { return error }
    let explained = DipError.explaining(error) { container.definition(of: $0) }
    log(.Errors, explained)
    return explained
}

extension DipError {
    /// An error of the engine in the words of Dip, or what user code threw; the error itself if Dip has no
    /// word for it.
    static func explaining(
        _ error: ResolutionError,
        _ definition: (DefinitionKey) -> (any DefinitionType)?
    ) -> any Error {
        switch error.code {
        case .factoryThrew, .injectionFailed: return error.underlying ?? error
        case .missingBinding, .argumentMismatch:
            guard let key = error.requestedKey else { return error }
            return DipError.definitionNotFound(key: DefinitionKey(key))
        case .ambiguousBinding:
            guard let type = error.requestedKey?.type else { return error }
            let candidates = error.candidateKeys.compactMap { definition(DefinitionKey($0)) }
            return DipError.autoWiringFailed(
                type: type,
                underlyingError: DipError.ambiguousDefinitions(type: type, definitions: candidates)
            )
        default: return error
        }
    }

    /// What auto-wiring a type throws (D-55).
    static func wiringFailed(
        _ type: Any.Type,
        _ error: any Error,
        _ definition: (DefinitionKey) -> (any DefinitionType)?
    ) -> any Error {
        var explained = error
        if let error = error as? ResolutionError { explained = explaining(error, definition) }
        // It has the whole path already.
        if explained is ResolutionError { return explained }
        return DipError.autoWiringFailed(type: type, underlyingError: explained)
    }
}

extension DipError {
    /// What a validation found, in the words of Dip; `nil` if it has none.
    static func explaining(_ finding: Diagnostic, in container: DependencyContainer) -> DipError? {
        let keys = finding.path.map { container.container.requestedKey(named: $0.key) }
        switch finding.code {
        case .missingBinding, .argumentMismatch:
            guard let missing = keys.last.flatMap({ $0 }) else { return nil }
            let error = DipError.definitionNotFound(key: DefinitionKey(missing))
            guard keys.count > 1, let holder = keys[keys.count - 2] else { return error }
            return .autoWiringFailed(type: holder.type, underlyingError: error)
        case .ambiguousBinding:
            guard let type = keys.lazy.compactMap({ $0?.type }).first else { return nil }
            return .autoWiringFailed(
                type: type,
                underlyingError: DipError.ambiguousDefinitions(
                    type: type,
                    definitions: keys.compactMap { key in
                        key.flatMap { container.definition(of: DefinitionKey($0)) }
                    }
                )
            )
        default: return nil
        }
    }
}
