// SPDX-License-Identifier: MIT

import MortiseDip

protocol Transport: AnyObject {}
final class Network: Transport {}
final class Client {
    init(_ transport: any Transport, _ address: String) {}
}
final class Label {
    var text = ""
}
protocol Labels {
    func label(_ text: String) throws -> Label
}
extension DependencyContainer: Labels {
    func label(_ text: String) throws -> Label { try resolve(arguments: text) }
}
final class Screen: StoryboardInstantiatable {
    var client: Client?
    private let transport = Injected<any Transport>()
}
final class Plain {}

final class NetworkParts: Assembly {
    let transport = AssemblyDefinitionOf(scope: .singleton) { (_, _: Void) in
        Network() as any Transport
    }
    let address = AssemblyDefinitionOf(tag: "home") { (_, _: Void) in "home" }
}
final class Parts: Assembly {
    let network = NetworkParts()
    let client = AssemblyDefinitionOf { (container, _: Void) in
        Client(try container.resolve(), try container.resolve(tag: "home"))
    }
    let label = AssemblyDefinitionOf { (_, text: String) in
        let label = Label()
        label.text = text
        return label
    }
    let labels = AssemblyDefinitionOf { (container, _: Void) in container as any Labels }
    let screen = AssemblyDefinitionOf(tag: "screen") { (_, _: Void) in Screen() }
        .resolvingProperties { container, screen in screen.client = try container.resolve() }
}
// The network is forgotten.
final class Alone: Assembly {
    let client = AssemblyDefinitionOf { (container, _: Void) in
        Client(try container.resolve(), try container.resolve(tag: "home"))
    }
}
class Old: Assembly {
    let number = AssemblyDefinitionOf { (_, _: Void) in 1 }
}
final class New: Old {
    let text = AssemblyDefinitionOf { (container, _: Void) in "\(try container.resolve() as Int)" }
}

let container = DependencyContainer(assemblies: [Parts()])
_ = try container.resolve() as Client
_ = try container.resolve(arguments: "a") as Label
_ = try? container.resolve() as Label
_ = try? container.resolve(arguments: 1) as Label
_ = try (container.resolve() as any Labels).label("b")
_ = try? container.resolve() as Screen
_ = try container.resolve(tag: "screen") as Screen

let alone = DependencyContainer(assemblies: [Alone()])
_ = try? alone.resolve() as Client
NetworkParts().activate(inContainer: alone)
_ = try alone.resolve() as Client

let new = New()
let inherited = DependencyContainer()
new.activate(inContainer: inherited)
new.activate(inContainer: inherited)
_ = try inherited.resolve() as String

DependencyContainer.uiContainers = [container]
DependencyContainer.storyboardInstantiated(Screen(), tag: "screen")
DependencyContainer.storyboardInstantiated(Screen(), tag: "other")
DependencyContainer.storyboardInstantiated(Plain(), tag: nil)

let assembly = Alone()
let gone = DependencyContainer(assemblies: [assembly, NetworkParts()])
_ = try gone.resolve() as Client
assembly.deactivate(inContainer: gone)
_ = try? gone.resolve() as Client
