// SPDX-License-Identifier: MIT

import Checkout
import Mortise
import Storage

/// Puts the modules together, and says where the database is.
struct AppModule: Module {
    var requires: [any Module] { [CheckoutModule(limit: 1000)] }

    func register(in container: Container) {
        container.register { DatabaseLocation(path: "shop.sqlite") }
    }
}

/// The program's container, before its database is open.
func makeContainer() -> Container { Container(name: "shop", modules: AppModule()) }
