// SPDX-License-Identifier: MIT

/// The probabilities of a random round's features, in percent unless stated otherwise.
struct Profile: Sendable {
    /// The number of definitions in a graph.
    var nodes = 2...8
    /// The largest number of edges of a definition.
    var edges = 3
    /// The number of concurrent graphs of the same shape.
    var copies = 1...2
    var threads = 0...3
    var tasks = 0...3
    /// The largest number of players.
    var players = Int.max
    /// The number of operations of each player.
    var operations = 1...4

    var asyncNodes = 25
    var mainNodes = 10
    /// Whether the main thread takes part.
    var mainPlayer = 25
    /// Definitions that are not singletons.
    var otherScopes = 40
    var scopedNodes = 10
    var steps = 50
    var cycles = 60
    var constructorCycles = 3
    var properties = 10
    var failures = 12
    var handling = 15
    var arguments = 8
    var naps = 35
    var callbacks = 20
    var closers = 25
    var deinits = 15
    /// Resolves that are cancelled.
    var cancellation = 12
    /// Rounds in which definitions change.
    var changingRounds = 30
    var resettingRounds = 12
    /// Rounds with overlays, scopes and children.
    var layeredRounds = 40
    var linkedRounds = 8
    var observedRounds = 12
    var decoratedRounds = 20
    /// Rounds with layers in which scopes get inputs, and rounds with lists.
    var inputRounds = 40
    var listRounds = 25
    /// Rounds without failures, changes, cancellation and resets.
    var cleanRounds = 35

    static let mixed = Profile()

    static let lanes = Profile(
        nodes: 2...5,
        copies: 1...8,
        threads: 0...1,
        tasks: 2...4,
        operations: 1...2,
        asyncNodes: 55,
        mainNodes: 5,
        mainPlayer: 10,
        otherScopes: 5,
        scopedNodes: 0,
        steps: 85,
        cycles: 90,
        properties: 5,
        failures: 5,
        handling: 5,
        arguments: 0,
        naps: 40,
        changingRounds: 5,
        resettingRounds: 3,
        layeredRounds: 5,
        linkedRounds: 0,
        cleanRounds: 70
    )

    static let threads = Profile(
        nodes: 2...6,
        copies: 1...2,
        threads: 2...5,
        tasks: 0...0,
        operations: 1...3,
        asyncNodes: 0,
        mainNodes: 0,
        mainPlayer: 15,
        otherScopes: 20,
        scopedNodes: 0,
        steps: 65,
        cycles: 90,
        naps: 50,
        changingRounds: 10,
        resettingRounds: 5,
        layeredRounds: 10,
        cleanRounds: 60
    )

    static let leaving = Profile(
        nodes: 3...4,
        edges: 2,
        copies: 1...1,
        threads: 2...3,
        tasks: 0...1,
        operations: 2...5,
        asyncNodes: 10,
        mainNodes: 0,
        mainPlayer: 5,
        otherScopes: 5,
        scopedNodes: 0,
        steps: 60,
        cycles: 100,
        constructorCycles: 0,
        properties: 0,
        failures: 40,
        handling: 60,
        arguments: 0,
        naps: 75,
        changingRounds: 0,
        resettingRounds: 0,
        layeredRounds: 0,
        linkedRounds: 0,
        observedRounds: 0,
        decoratedRounds: 0,
        cleanRounds: 0
    )

    static let scopes = Profile(
        otherScopes: 70,
        scopedNodes: 55,
        closers: 70,
        layeredRounds: 100,
        linkedRounds: 15
    )

    static let main = Profile(
        nodes: 2...5,
        copies: 1...2,
        threads: 0...1,
        tasks: 1...2,
        asyncNodes: 50,
        mainNodes: 15,
        mainPlayer: 100,
        otherScopes: 10,
        scopedNodes: 0,
        steps: 80,
        cycles: 90,
        failures: 5,
        handling: 5,
        naps: 60,
        changingRounds: 0,
        resettingRounds: 0,
        layeredRounds: 5,
        cleanRounds: 60
    )

    static let cancelling = Profile(
        copies: 1...3,
        threads: 0...1,
        tasks: 3...8,
        operations: 1...3,
        asyncNodes: 65,
        naps: 70,
        cancellation: 60,
        changingRounds: 10,
        resettingRounds: 5,
        layeredRounds: 10,
        cleanRounds: 0
    )

    /// The profile without some features.
    func without(_ features: Set<Feature>) -> Profile {
        var profile = self
        for feature in features {
            switch feature {
            case .async: profile.asyncNodes = 0
            case .main: profile.mainNodes = 0
            case .mainThread: profile.mainPlayer = 0
            case .steps: profile.steps = 0
            case .properties: profile.properties = 0
            case .cycles: profile.cycles = 0
            case .constructorCycles: profile.constructorCycles = 0
            case .failures: profile.failures = 0
            case .handling: profile.handling = 0
            case .cancellation: profile.cancellation = 0
            case .changes: profile.changingRounds = 0
            case .resets: profile.resettingRounds = 0
            case .layers: (profile.layeredRounds, profile.scopedNodes) = (0, 0)
            case .links: profile.linkedRounds = 0
            case .decorators: profile.decoratedRounds = 0
            case .inputs: profile.inputRounds = 0
            case .lists: profile.listRounds = 0
            case .callbacks: profile.callbacks = 0
            case .deinits: profile.deinits = 0
            case .observers: profile.observedRounds = 0
            case .sequences: profile.operations = 1...1
            case .lifetimes: (profile.otherScopes, profile.scopedNodes) = (0, 0)
            case .crowds: (profile.copies, profile.players) = (1...1, 1)
            case .reclaim, .waiters: break
            }
        }
        return profile
    }
}
