// SPDX-License-Identifier: MIT

// Objects that need each other: as a property, or through a provider.

import Mortise

// snippet.property
final class Server {
    let client: Client

    init(client: Client) { self.client = client }
}

final class Client {
    weak var server: Server?
}

let container = Container {
    $0.register(.shared) { Server(client: $0) }
    $0.register(.shared) { Client() }
        .injecting { resolver, client in client.server = try resolver.resolve() }
}

let server: Server = try container.resolve()
print(server.client.server === server)  // true

let client: Client = try container.resolve()
print(client.server == nil)  // true: nobody kept the server that was made with it
// snippet.end
check(server.client.server === server)
check(client.server == nil)

// snippet.provider
final class Parent {
    let child: Child

    init(child: Child) { self.child = child }
}

final class Child {
    private let makeParent: Provider<Parent>

    init(makeParent: Provider<Parent>) { self.makeParent = makeParent }

    func adopt() throws -> Parent { try makeParent() }
}

container.register { Parent(child: $0) }
container.register { Child(makeParent: $0) }

let parent: Parent = try container.resolve()
let adopted = try parent.child.adopt()
print(adopted === parent)  // false: a parent is unique, so this is another one
// snippet.end
check(adopted !== parent)

// snippet.steps
final class Player {
    var log: [String] = []
    var rival: Player?
}

let game = Container {
    $0.register(.shared, tag: "white") { Player() }
        .injecting { resolver, player in player.rival = try resolver.resolve(tag: "black") }
        .injecting { _, player in player.log.append("ready") }
        .didResolve { player in player.log.append("go") }
    $0.register(.shared, tag: "black") { Player() }
        .injecting { resolver, player in player.rival = try resolver.resolve(tag: "white") }
}

let white: Player = try game.resolve(tag: "white")
print(white.rival?.rival === white)  // true
print(white.log)  // ["ready", "go"]
// snippet.end
check(white.rival?.rival === white)
check(white.log == ["ready", "go"])
white.rival = nil

func check(_ isTrue: Bool, line: UInt = #line) {
    precondition(isTrue, "line \(line) of this snippet does not hold")
}
