// SPDX-License-Identifier: MIT

import Foundation
import GalaxyDomain

/// The clock of the machine.
struct SystemClock: WallClock {
    func now() -> Double { Date().timeIntervalSince1970 }
}
