// SPDX-License-Identifier: MIT

import MortiseEasyDi

protocol Showing: AnyObject {}
final class Screen: Showing {
    var presenter: Presenter?
}
final class Presenter {
    let number: Int
    weak var view: (any Showing)?
    var router: Router?
    init(number: Int, log: Log) { self.number = number }
}
final class Router {
    weak var presenter: Presenter?
}
class Log {}
final class FileLog: Log {}
struct Address {
    let text: String
}
final class Client {
    init(address: Address) throws {}
}

class Services: Assembly {
    var log: Log { define(scope: .lazySingleton, init: FileLog()) }
    var address: Address {
        define(init: Address(text: "here")) {
            _ = self.log
            return $0
        }
    }
    func client() throws -> Client {
        try define(scope: .weakSingleton, trying: Client(address: self.address))
    }
}

final class Screens: Assembly {
    lazy var services: Services = self.context.assembly()

    func inject(into screen: Screen, number: Int) {
        defineInjection(key: "view", into: screen) {
            $0.presenter = self.presenter(number: number)
            return $0
        }
    }
    var view: any Showing { definePlaceholder() }
    // Each needs the other one once it is there.
    func presenter(number: Int) -> Presenter {
        define(key: "presenter\(number)", init: Presenter(number: number, log: services.log)) {
            $0.view = self.view
            $0.router = self.router
            return $0
        }
    }
    var router: Router {
        define(init: Router()) {
            $0.presenter = self.presenter(number: 1)
            return $0
        }
    }
}

final class Others: Services {
    override var log: Log { define(scope: .prototype, init: Log()) }
}

let context = DIContext()
let screen = Screen()
Screens.instance(from: context).inject(into: screen, number: 1)
_ = Services.instance().log
_ = try context.instance(for: Services.self).client()
let others: Others = context.assembly()
_ = others.address

// One screen is completed while another one is.
final class Opening: Assembly {
    lazy var screens: Screens = self.context.assembly()
    var opened: Screen {
        let screen = Screen()
        screens.inject(into: screen, number: 2)
        return screen
    }
    var list: [Screen] { define(init: [self.opened]) }
}
_ = Opening.instance(from: context).list
