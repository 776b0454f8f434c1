// SPDX-License-Identifier: MIT

// A program written for Dip, with another import and Swift 6's requirements on its screens.

import MortiseDip

protocol Service: AnyObject {}
final class ServiceImp: Service {
    weak var delegate: Client?
}

protocol Client: AnyObject {
    var service: Service { get }
}
final class ClientImp: Client {
    let service: Service
    @Injected var log: Log?
    init(service: Service) { self.service = service }
}

final class Log {
    let url: String
    init(url: String) { self.url = url }
}

// snippet.code
let container = DependencyContainer { container in
    unowned let container = container
    container.register(.shared) { ServiceImp() }
        .implements(Service.self)
        .resolvingProperties { container, service in
            service.delegate = try container.resolve()
        }
    container.register(.shared) { ClientImp(service: try container.resolve()) as Client }
    container.register { (url: String) in Log(url: url) }
    container.register { "http://localhost" }
}
try container.bootstrap()

let client = try container.resolve() as Client
let other: Log = try container.resolve(arguments: "http://localhost:2368")
// snippet.end
check((client.service as? ServiceImp)?.delegate === client)
check((client as? ClientImp)?.log?.url == "http://localhost")
check(other.url == "http://localhost:2368")

// snippet.mainactor
@MainActor final class Screen {
    var client: Client?
    var title = ""
}

extension Screen: @MainActor StoryboardInstantiatable {
    func didInstantiateFromStoryboard(
        _ container: DependencyContainer,
        tag: DependencyContainer.Tag?
    ) throws {
        try container.resolveDependencies(of: self, tag: tag)
        title = "ready"
    }
}

@MainActor final class Screens: Assembly {
    let screen = AssemblyDefinitionOf { (_, _: Void) in Screen() }
        .resolvingProperties { container, screen in
            screen.client = try container.resolve()
        }
}
// snippet.end

// snippet.sendable
final class Downloads: Sendable {
    let urls: [String]
    init(urls: [String]) { self.urls = urls }  // not @Injected: the class is Sendable
}
// snippet.end

let screens = DependencyContainer(assemblies: [Screens()]) {
    $0.register { ClientImp(service: ServiceImp()) as Client }
    $0.register { Downloads(urls: $0) }
    $0.register { ["http://localhost"] }
    $0.register { Log(url: "") }
}
DependencyContainer.uiContainers = [screens]
let screen = Screen()
check(DependencyContainer.storyboardInstantiated(screen, tag: nil))
check(screen.client != nil && screen.title == "ready")
check((try? screens.resolve() as Downloads)?.urls == ["http://localhost"])

logLevel = .None
// snippet.errors
do {
    let number: Int = try container.resolve()
    print(number)
} catch DipError.definitionNotFound(let key) {
    print(key.type)  // Int
}  // ResolutionError for failures without a DipError, such as a cycle
// snippet.end

// snippet.rules
DependencyContainer.defaultRules = .dip4
// snippet.end
check(DependencyContainer().rules == .dip4)

func check(_ isTrue: Bool, line: UInt = #line) {
    precondition(isTrue, "line \(line) of this snippet does not hold")
}
