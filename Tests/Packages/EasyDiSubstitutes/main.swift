// SPDX-License-Identifier: MIT

import MortiseEasyDi

// Members of EasyDi's assemblies that are substituted, and what is kept from an injection.

class Assembly: MortiseEasyDi.Assembly {}

class Store {}
final class Local: Store {}
final class Feed {
    let store: Store
    init(_ store: Store) { self.store = store }
}

class Plain: Assembly {
    var store: Store { define(scope: .lazySingleton, init: Store()) }
    var feed: Feed { define(scope: .prototype, init: Feed(self.store)) }
    // What fails without its substitute.
    var first: Feed { define(scope: .prototype, init: Feed(self.second.store)) }
    var second: Feed { define(scope: .prototype, init: Feed(self.first.store)) }
}
let contextOfPlain = DIContext()
let plain = Plain.instance(from: contextOfPlain)
_ = plain.feed
plain.addSubstitution(for: "store") { Local() as Store }
_ = plain.feed
plain.removeSubstitution(for: "store")
_ = plain.feed
plain.addSubstitution(for: "second") { Feed(Store()) }
_ = plain.first

// What is made instead may be of another type, or ask for what asks for it.
class Others: Assembly {
    var store: Store { define(scope: .prototype, init: Store()) }
    var feed: Feed { define(scope: .prototype, init: Feed(self.store)) }
    var asked: Store { define(scope: .prototype, init: Store()) }
    var asking: Feed { define(scope: .prototype, init: Feed(self.asked)) }
}
let contextOfOthers = DIContext()
let others = Others.instance(from: contextOfOthers)
others.addSubstitution(for: "store") { Local() }
_ = others.feed
others.addSubstitution(for: CommandLine.arguments.count > 1 ? "asked" : "") { () -> Store in
    others.asking.store
}
_ = others.asking

// What is kept from an injection is there without one.
final class Screen {
    var kept: Kept?
}
final class Kept {
    weak var screen: Screen?
    init(_ screen: Screen) { self.screen = screen }
}
class Screens: Assembly {
    func inject(into screen: Screen) {
        defineInjection(key: "screen", into: screen) {
            $0.kept = self.kept
            return $0
        }
    }
    var screen: Screen { definePlaceholder() }
    var kept: Kept { define(scope: .lazySingleton, init: Kept(self.screen)) }
}
let contextOfScreens = DIContext()
let screens = Screens.instance(from: contextOfScreens)
screens.inject(into: Screen())
_ = screens.kept
