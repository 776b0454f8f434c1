// SPDX-License-Identifier: MIT

// A program in the words of EasyDi, beside all that it may meet.

import Foundation
import Hummingbird
import Logging
import MortiseEasyDi
import NIOCore
import Observation
import SwiftUINames
import Synchronization
import Testing
import UIKitNames

@Observable final class Counter {
    var count = 0
}

final class Store {
    let lock = Mutex(0)
    let logger = Logger(label: "store")
    var counter: Counter?
}

final class Services: Assembly {
    var counter: Counter { define(scope: .lazySingleton, init: Counter()) }

    func store(scope: Scope) -> Store {
        define(scope: scope, init: Store()) {
            $0.counter = self.counter
            return $0
        }
    }
}

func program() async throws {
    let locker: any DIContextLocker = DIContextEmptyLocker()
    let context = DIContext(locker: locker)
    let services: Services = context.assembly()
    services.counter.count += 1
    let made: ObjectInitClosure = { Counter() }
    let injected: ObjectInjectClosure = { $0 }
    let substituted: SubstitutionClosure = { Counter() }
    let object: InjectableObject = injected(made())
    print(object, substituted())

    let elapsed: Duration = .seconds(1)
    try await Task.sleep(for: elapsed, clock: ContinuousClock())
    let router = Router()
    router.get("hello") { (request: Request, context: BasicRequestContext) -> Response in
        Response(status: .ok, body: ResponseBody(byteBuffer: ByteBuffer(string: "hello")))
    }
    print(router, URL(filePath: "/"), JSONEncoder(), Atomic(0).load(ordering: .relaxed))
}

@MainActor final class CounterController: UIViewController {
    let counter = Services.instance().counter
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
    @Test(.tags(.slow)) func counts() {
        let services = Services.instance(from: DIContext())
        #expect(services.counter.count == 0)
    }
}
