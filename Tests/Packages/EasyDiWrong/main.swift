// SPDX-License-Identifier: MIT

import MortiseEasyDi

protocol Showing: AnyObject {}
final class Screen: Showing {
    var presenter: Presenter?
}
final class Presenter {
    weak var view: (any Showing)?
}
final class Hen {
    init(_ egg: Egg) {}
}
final class Egg {
    init(_ hen: Hen) {}
}
final class Node {
    var next: Node?
}
class Log {}
final class FileLog: Log {}
final class Paper {}

final class Screens: Assembly {
    // Nothing stands behind "screen".
    func inject(into screen: Screen) {
        defineInjection(key: "view", into: screen) {
            $0.presenter = self.presenter
            return $0
        }
    }
    var screen: any Showing { definePlaceholder() }
    var presenter: Presenter {
        define(init: Presenter()) {
            $0.view = self.screen
            return $0
        }
    }
    // Each needs the other one to be made.
    var hen: Hen { define(init: Hen(self.egg)) }
    var egg: Egg { define(scope: .lazySingleton, init: Egg(self.hen)) }
    // Every one needs another one.
    var first: Node {
        define(scope: .prototype, init: Node()) {
            $0.next = self.second
            return $0
        }
    }
    var second: Node {
        define(scope: .prototype, init: Node()) {
            $0.next = self.first
            return $0
        }
    }
    // A log is no paper.
    var paper: Paper { define(init: FileLog()) }
    var stack: [Paper] { define(init: [self.paper]) }
}

let screens = Screens.instance()
switch CommandLine.arguments.count {
case 1: screens.inject(into: Screen())
case 2: _ = screens.presenter
case 3: _ = screens.hen
case 4: _ = screens.first
case 5: _ = screens.paper
default: _ = screens.stack
}
