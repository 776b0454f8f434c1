// SPDX-License-Identifier: MIT

import Mortise

// Types whose names are printed: at file level and not private, so that messages show them like users' types.

protocol Bakery: Sendable {}

protocol Mill: AnyObject, Sendable {}

final class WaterMill: Mill {
    let name: String
    init(name: String = "water") { self.name = name }
}

final class Oven: Sendable {
    let mill: any Mill
    init(mill: any Mill) { self.mill = mill }
}

final class VillageBakery: Bakery {
    let oven: Oven
    init(oven: Oven) { self.oven = oven }
}

struct Flour: Sendable {}

final class Kitchen {
    @Injected var flour: Flour?
    @Injected(tag: "big") var oven: Oven
}

struct Flours: Sendable {}

struct Recipe: Sendable {
    let text: String
}

struct Burnt: Error, CustomStringConvertible {
    let description = "the bread is burnt"
}

struct Caravan: Bakery {}

final class Leaking: InjectableProperty, Sendable {
    init() { announce() }
    func inject(from resolver: inout Resolver) throws { throw Burnt() }
}

final class Cellar: Sendable {
    let wine = Leaking()
}

final class Attic {
    @InjectedWeak var number: Int?
}
