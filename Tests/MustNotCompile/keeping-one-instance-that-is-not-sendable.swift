// SPDX-License-Identifier: MIT

import Mortise

final class Draft { var text = "" }

// expect: type 'Draft' does not conform to the 'Sendable' protocol
let property = Resolved<Draft>(.singleton)
