// SPDX-License-Identifier: MIT

/// The traits of a whole round.
struct Traits: Sendable {
    /// Whether anything may fail in it.
    var mayFail: Bool
    var changes: Bool
    var resets: Bool
    var hasLayers: Bool
    var isLinked: Bool
    var isObserved: Bool
    var isDecorated: Bool
    /// Whether scopes get an input.
    var hasInputs: Bool
    /// Whether definitions contribute to lists.
    var hasLists: Bool

    init(_ profile: Profile, _ random: inout Randomness) {
        let isClean = random.happens(profile.cleanRounds)
        changes = !isClean && random.happens(profile.changingRounds)
        resets = !isClean && random.happens(profile.resettingRounds)
        hasLayers = random.happens(profile.layeredRounds)
        isLinked = random.happens(profile.linkedRounds)
        isObserved = random.happens(profile.observedRounds)
        isDecorated = random.happens(profile.decoratedRounds)
        mayFail = !isClean
        // Across a link an instance is made as if its own container had been asked.
        hasInputs = hasLayers && !isLinked && !resets && random.happens(profile.inputRounds)
        // What a list has while its definitions change is unspecified.
        hasLists = !isLinked && !changes && !resets && random.happens(profile.listRounds)
    }

    /// Whether definitions stay as they are.
    var isSteady: Bool { !changes && !resets }
}
