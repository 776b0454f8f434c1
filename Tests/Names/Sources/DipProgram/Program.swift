// SPDX-License-Identifier: MIT

// A program in the words of Dip, beside all that it may meet.

import Foundation
import Hummingbird
import Logging
import MortiseDip
import NIOCore
import Observation
import SwiftUINames
import Synchronization
import Testing
import UIKitNames

@Observable final class Counter {
    var count = 0
}

protocol Service: AnyObject {}

final class ServiceImp: Service {
    let lock = Mutex(0)
    let log = Logger(label: "service")
}

final class Client {
    @Injected var counter: Counter?
    @InjectedWeak var service: (any Service)?
    let other = Dip.Injected<Counter>()
}

final class Told: Resolvable {
    func didResolveDependencies() {}
}

final class Screens: Assembly {
    let client = AssemblyDefinitionOf { (_, _: Void) in Client() }
}

func tag(_ convertible: any DependencyTagConvertible) -> DependencyContainer.Tag {
    convertible.dependencyTag
}

func program() async throws {
    logLevel = LogLevel.Errors
    logger = { level, text in print(level, text) }
    let container = DependencyContainer(assemblies: [Screens()]) { container in
        let definition: Definition<ServiceImp, Void> = container.register(.shared) { ServiceImp() }
        definition.implements((any Service).self)
        container.register(.singleton, tag: "one") { Counter() }
    }
    let scope: ComponentScope = .singleton
    let key = DefinitionKey(type: Counter.self, tag: "one")
    do {
        let counter: Counter = try container.resolve(tag: "one")
        counter.count += 1
    } catch DipError.definitionNotFound(let key) {
        print(key)
    }
    let boxes: [any AutoInjectedPropertyBox.Type] = [
        Injected<Counter>.self, InjectedWeak<Counter>.self,
    ]
    let definitions: [any DefinitionType] = []
    Dependency.register { ServiceImp() as any Service }
    print(scope, key, boxes, definitions)

    let elapsed: Duration = .seconds(1)
    try await Task.sleep(for: elapsed, clock: ContinuousClock())
    let router = Router()
    router.get("hello") { (request: Request, context: BasicRequestContext) -> Response in
        Response(status: .ok, body: ResponseBody(byteBuffer: ByteBuffer(string: "hello")))
    }
    print(router, URL(filePath: "/"), JSONEncoder(), Atomic(0).load(ordering: .relaxed))
}

@MainActor final class CounterController: UIViewController {}

extension CounterController: @MainActor StoryboardInstantiatable {
    func didInstantiateFromStoryboard(
        _ container: DependencyContainer,
        tag: DependencyContainer.Tag?
    ) throws {}
}

struct CounterView: View {
    @State private var isShown = false
    @SwiftUINames.Environment(\.isDark) private var isDark
    let counter: Counter

    var body: some View {
        Group { Text("\(counter.count)") }
    }
}

extension Tag {
    @Tag static var slow: Self
}

@Suite struct CounterTests {
    @Test(.tags(.slow)) func counts() throws {
        let container = DependencyContainer()
        container.register { Counter() }
        let counter = try #require(try? container.resolve() as Counter)
        #expect(counter.count == 0)
    }
}
