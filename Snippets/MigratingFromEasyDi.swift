// SPDX-License-Identifier: MIT

// Assemblies in EasyDi's vocabulary, the same ones in Mortise, and both in one context.

import Foundation
import Mortise
import MortiseEasyDi

protocol IAPIClient: AnyObject, Sendable {}

final class APIClient: IAPIClient {}

final class FakeAPIClient: IAPIClient {}

final class Purchases: Sendable {
    let client: any IAPIClient
    init(client: any IAPIClient) { self.client = client }
}

protocol OrderViewing: AnyObject {}

final class OrderScreen: OrderViewing {
    var presenter: OrderPresenter?
}

final class OrderPresenter {
    let purchases: Purchases
    let number: Int
    weak var view: (any OrderViewing)?
    init(purchases: Purchases, number: Int) {
        self.purchases = purchases
        self.number = number
    }
}

final class Receipt: Sendable {
    let number: Int
    init(number: Int) { self.number = number }
}

// In a file that imports both modules, `Assembly` needs the name of its module; in yours it does not.
class Assembly: MortiseEasyDi.Assembly {}

// snippet.before
class ServiceAssembly: Assembly {
    var apiClient: IAPIClient {
        define(scope: .lazySingleton, init: APIClient())
    }

    var purchases: Purchases {
        define(init: Purchases(client: self.apiClient))
    }

    func receipt(number: Int) -> Receipt {
        define(
            key: "receipt\(number)",
            scope: .lazySingleton,
            init: Receipt(number: number)
        )
    }
}

class OrderAssembly: Assembly {
    lazy var services: ServiceAssembly = self.context.assembly()

    func inject(into screen: OrderScreen, number: Int) {
        defineInjection(key: "view", into: screen) {
            $0.presenter = self.presenter(number: number)
            return $0
        }
    }

    var view: OrderViewing { definePlaceholder() }

    func presenter(number: Int) -> OrderPresenter {
        define(
            init: OrderPresenter(purchases: self.services.purchases, number: number)
        ) {
            $0.view = self.view
            return $0
        }
    }
}
// snippet.end

// snippet.test
let context = DIContext()
let fake = FakeAPIClient()
ServiceAssembly.instance(from: context).addSubstitution(for: "apiClient") { fake as IAPIClient }

let screen = OrderScreen()
OrderAssembly.instance(from: context).inject(into: screen, number: 7)
print(screen.presenter?.purchases.client === fake)  // true
// snippet.end
check(screen.presenter?.purchases.client === fake)
check(screen.presenter?.view === screen)
check(screen.presenter?.number == 7)

// snippet.main-actor
@MainActor final class StatusScreen {
    var purchases: Purchases?
}

class ScreenAssembly: Assembly {
    var services: ServiceAssembly { self.context.assembly() }

    @MainActor var status: StatusScreen {
        define(init: StatusScreen()) {
            $0.purchases = self.services.purchases
            return $0
        }
    }
}
// snippet.end
check(ScreenAssembly.instance(from: context).status.purchases != nil)

// snippet.after
struct Services: Mortise.Assembly {
    let container: Container

    var apiClient: any IAPIClient { define(.singleton) { APIClient() as any IAPIClient } }
    var purchases: Purchases { define(.shared) { Purchases(client: apiClient) } }
    func receipt(number: Int) -> Receipt {
        define(.singleton, for: number) { Receipt(number: number) }
    }
}

struct Orders: Mortise.Assembly {
    let container: Container
    var services: Services { Services(container: container) }

    func inject(into screen: OrderScreen, number: Int) {
        adopt(screen, as: \.view) {
            $0
        } injecting: {
            $0.presenter = presenter(number: number)
        }
    }

    var view: any OrderViewing { placeholder() }

    func presenter(number: Int) -> OrderPresenter {
        define {
            OrderPresenter(purchases: services.purchases, number: number)
        } injecting: {
            $0.view = view
        }
    }
}
// snippet.end

// snippet.together
// A migrated file: the context's container is the one engine for both.
let services = Services(container: context.container)

// A file that has not been migrated yet.
class BasketAssembly: Assembly {
    var services: Services { Services(container: self.context.container) }
    var purchases: Purchases { define(init: Purchases(client: self.services.apiClient)) }
}

let basket = BasketAssembly.instance(from: context)
print(basket.purchases.client === services.apiClient)  // true: one singleton
// snippet.end
check(basket.purchases.client === services.apiClient)

// Without a container, once there is a default.
Container.installDefault(context.container)
check(Services(container: .current).apiClient === services.apiClient)

// A class of another module that is not `Sendable`, but kept.
extension NSEnumerator: @unchecked @retroactive Sendable {}

struct Lists: Mortise.Assembly {
    let container: Container
    var numbers: NSEnumerator { define(.singleton) { NSArray(object: 1).objectEnumerator() } }
}
check(Lists(container: .current).numbers === Lists(container: .current).numbers)

// snippet.substitute
services.substitute(\.apiClient) { FakeAPIClient() as any IAPIClient }
// snippet.end
check(basket.purchases.client is FakeAPIClient)
check(services.apiClient === services.apiClient)

let second = OrderScreen()
Orders(container: context.container).inject(into: second, number: 8)
check(second.presenter?.view === second)
check(second.presenter?.purchases.client === services.apiClient)
check(services.receipt(number: 1) === services.receipt(number: 1))
let old = ServiceAssembly.instance(from: context)
check(old.receipt(number: 1) === old.receipt(number: 1))
check(old.receipt(number: 1) !== old.receipt(number: 2))

func check(_ isTrue: @autoclosure () -> Bool, line: UInt = #line) {
    precondition(isTrue(), "line \(line) of this snippet does not hold")
}
