// SPDX-License-Identifier: MIT

import MortiseDip

protocol Service: AnyObject {}

protocol OtherService: AnyObject {}

class ServiceImp: Service, OtherService {
    var name = ""

    required init() {}

    init(name: String) { self.name = name }
}

/// A service with a parameter, and a property that closes a cycle.
final class Client: Service {
    let service: any Service
    var peer: Client?

    init(service: any Service) { self.service = service }
}

struct Refusal: Error, Equatable {}

/// Counts.
final class Counter {
    var count = 0
    func next() -> Int {
        count += 1
        return count
    }
}

/// The key of a `definitionNotFound`.
func missingKey(_ error: (any Error)?) -> DefinitionKey? {
    guard case .definitionNotFound(let key) = error as? DipError else { return nil }
    return key
}

/// The type and the inner error of an `autoWiringFailed`.
func wiring(_ error: (any Error)?) -> (type: Any.Type, underlying: any Error)? {
    guard case .autoWiringFailed(let type, let underlying) = error as? DipError else { return nil }
    return (type, underlying)
}

/// The error of a body.
func thrown(_ body: () throws -> Void) -> (any Error)? {
    do {
        try body()
        return nil
    } catch {
        return error
    }
}
