// SPDX-License-Identifier: MIT

import ArgumentParser

/// The focus of a round.
enum Mode: String, CaseIterable, ExpressibleByArgument, Sendable {
    /// Everything.
    case mixed
    /// Asynchronous and synchronous singletons in cycles, many copies at the same time.
    case lanes
    /// Threads that enter cycles of synchronous singletons at several points.
    case threads
    /// Factories that fail and leave complete constructions behind.
    case leaving
    /// Scopes and overlays that are opened, used, closed and dropped.
    case scopes
    /// The main thread resolves while tasks need the main actor.
    case main
    /// Tasks that are cancelled.
    case cancelling
    /// `reset()` beside busy readers.
    case reclaim
    /// Many waiters for one instance.
    case waiters

    /// The profile of this mode's random rounds; `nil` if its rounds are written by hand.
    var profile: Profile? {
        switch self {
        case .mixed: .mixed
        case .lanes: .lanes
        case .threads: .threads
        case .leaving: .leaving
        case .scopes: .scopes
        case .main: .main
        case .cancelling: .cancelling
        case .reclaim, .waiters: nil
        }
    }

    /// The mode of one round in the mix of all modes.
    static func any(_ random: inout Randomness, without features: Set<Feature>) -> Mode {
        let mode = any(&random)
        switch mode {
        case .reclaim: return features.contains(.reclaim) ? .mixed : mode
        case .waiters: return features.isDisjoint(with: [.waiters, .async]) ? mode : .mixed
        default: return mode
        }
    }

    private static func any(_ random: inout Randomness) -> Mode {
        switch random.pick(0...99) {
        case 0..<45: .mixed
        case 45..<57: .lanes
        case 57..<67: .threads
        case 67..<77: .leaving
        case 77..<85: .scopes
        case 85..<92: .main
        case 92..<98: .cancelling
        case 98: .reclaim
        default: .waiters
        }
    }
}
