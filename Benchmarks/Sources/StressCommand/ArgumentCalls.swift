// SPDX-License-Identifier: MIT

import Mortise

// Resolving with a run-time argument, spelled out for each type: in an unspecialised generic function, Swift
// 6.3 miscompiles these calls and they crash.

enum ArgumentCalls {
    static func resolve(_ node: Int, _ argument: Int, from container: Container) throws -> Node {
        switch Graph.color(of: node) {
        case 0: try container.resolve(Red.self, tag: node, arguments: argument)
        case 1: try container.resolve(Green.self, tag: node, arguments: argument)
        default: try container.resolve(Blue.self, tag: node, arguments: argument)
        }
    }

    @MainActor static func resolve(
        _ node: Int,
        _ argument: Int,
        from view: MainActorContainer
    ) throws -> Node {
        switch Graph.color(of: node) {
        case 0: try view.resolve(Red.self, tag: node, arguments: argument)
        case 1: try view.resolve(Green.self, tag: node, arguments: argument)
        default: try view.resolve(Blue.self, tag: node, arguments: argument)
        }
    }

    static func resolve(
        _ node: Int,
        _ argument: Int,
        from view: AsyncContainer
    ) async throws -> Node {
        switch Graph.color(of: node) {
        case 0: try await view.resolve(Red.self, tag: node, arguments: argument)
        case 1: try await view.resolve(Green.self, tag: node, arguments: argument)
        default: try await view.resolve(Blue.self, tag: node, arguments: argument)
        }
    }

    static func resolve(
        _ node: Int,
        _ argument: Int,
        from resolver: inout Resolver
    ) throws -> Node {
        switch Graph.color(of: node) {
        case 0: try resolver.resolve(Red.self, tag: node, arguments: argument)
        case 1: try resolver.resolve(Green.self, tag: node, arguments: argument)
        default: try resolver.resolve(Blue.self, tag: node, arguments: argument)
        }
    }

    static func provide(
        _ node: Int,
        _ argument: Int,
        from resolver: inout Resolver
    ) throws -> Node {
        switch Graph.color(of: node) {
        case 0: try resolver.provider(of: Red.self, tag: node)(argument)
        case 1: try resolver.provider(of: Green.self, tag: node)(argument)
        default: try resolver.provider(of: Blue.self, tag: node)(argument)
        }
    }

    static func resolve(
        _ node: Int,
        _ argument: Int,
        from resolver: inout AsyncResolver
    ) async throws -> Node {
        switch Graph.color(of: node) {
        case 0: try await resolver.resolve(Red.self, tag: node, arguments: argument)
        case 1: try await resolver.resolve(Green.self, tag: node, arguments: argument)
        default: try await resolver.resolve(Blue.self, tag: node, arguments: argument)
        }
    }
}
