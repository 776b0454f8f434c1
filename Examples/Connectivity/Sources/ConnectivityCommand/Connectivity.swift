// SPDX-License-Identifier: MIT

import ConnectivityKit
import Mortise
import MortiseInjector

/// Shows the numbers while the connection changes.
@main struct Connectivity {
    @MainActor static func main() throws {
        let container = Container(name: "connectivity")
        try Composition.install(in: container)
        Composition.register(with: .global)
        let (model, legacy) = (NumbersModel(container), LegacyNumbersModel())
        for isAvailable in [true, false, true] {
            try NetworkMonitor(container).connectionChanged(isAvailable: isAvailable)
            LegacyNetworkManager().validateConnection(isNetworkAvailable: isAvailable)
            print(isAvailable ? "connected:" : "not connected:", model.text, "and", legacy.text)
        }
    }
}
