// SPDX-License-Identifier: MIT

@testable import Mortise

/// The reason why a resolve fails.
enum ModelFailure: Hashable {
    case cycle
    case thrown(by: Int)
    case needsAsync
    case cancelled
    case closed
}

/// The end of a resolve.
enum ModelOutcome: Hashable {
    case instance
    case failure(ModelFailure)
}

extension ModelFailure: CustomStringConvertible {
    var description: String {
        switch self {
        case .cycle: "cycle"
        case .thrown(let definition): "thrown by \(ModelGraph.name(definition))"
        case .needsAsync: "needs-async"
        case .cancelled: "cancelled"
        case .closed: "closed"
        }
    }
}

extension ModelOutcome: CustomStringConvertible {
    var description: String {
        switch self {
        case .instance: "instance"
        case .failure(let failure): failure.description
        }
    }
}

extension ModelFailure {
    /// Whether it concerns the requester, and not the failed instance.
    var isOwn: Bool { self == .needsAsync || self == .cancelled }
}
