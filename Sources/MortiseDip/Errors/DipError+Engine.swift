// SPDX-License-Identifier: MIT

import Mortise
import MortiseGraph

/// Converts a resolution error to Dip's and logs it; other errors pass unchanged.
@usableFromInline @inline(never)
func failed(_ error: any Error, in container: DependencyContainer) -> any Error {
    guard let error = error as? ResolutionError else { return error }
    let explained = DipError.explaining(error, in: container.container)
    logNested(explained)
    return explained
}

extension DipError {
    /// Converts an error of the engine to Dip's; user code's errors, and errors that Dip has no case for,
    /// pass unchanged.
    static func explaining(_ error: ResolutionError, in container: Container) -> any Error {
        switch error.code {
        case .factoryThrew, .injectionFailed: return error.underlying ?? error
        case .missingBinding, .argumentMismatch:
            guard let key = error.requestedKey else { return error }
            return DipError.definitionNotFound(key: DefinitionKey(key))
        case .ambiguousBinding:
            guard let type = error.requestedKey?.metatype else { return error }
            return ambiguous(type, error.path, in: container)
        default: return error
        }
    }

    /// The error of auto-wiring a type.
    static func wiringFailed(
        _ type: Any.Type,
        _ error: any Error,
        in container: DependencyContainer
    ) -> any Error {
        var explained = error
        if let error = error as? ResolutionError {
            explained = explaining(error, in: container.container)
        }
        // It has the whole path already.
        if explained is ResolutionError { return explained }
        return DipError.autoWiringFailed(type: type, underlyingError: explained)
    }

    /// Several definitions could be auto-wired: the candidates on the path to the mistake.
    private static func ambiguous(
        _ type: Any.Type,
        _ path: [Diagnostic.Step],
        in container: Container
    ) -> DipError {
        let candidates = container.namesOfCandidates(in: path)
        return .autoWiringFailed(
            type: type,
            underlyingError: DipError.ambiguousDefinitions(
                type: type,
                definitions: candidates.compactMap { $0 as? any DefinitionType }
            )
        )
    }
}
