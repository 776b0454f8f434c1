// SPDX-License-Identifier: MIT

import Mortise

// The types in the validated container. Their names are printed, so none is private.

struct BakeryShop: Sendable {
    init(recipe: Provider<Recipe>, mill: any Mill) {}
}

struct NeedsFlour: Sendable {
    init(flour: Flour) {}
}

struct NeedsFlags: Sendable {
    init(flags: Set<Bool>) {}
}

struct Bread: Sendable {
    let mill: any Mill
}

struct NeedsBread: Sendable {
    init(bread: Bread) {}
}

final class Hen: Sendable {
    init(egg: Egg) {}
}

final class Egg: Sendable {
    init(hen: Hen) {}
}

final class Session: Sendable {}

final class Keeper: Sendable {
    init(session: Session) {}
}

struct Opaque: Sendable {
    let mill: any Mill
}

struct Book: Sendable {
    init(recipe: Recipe) {}
}
