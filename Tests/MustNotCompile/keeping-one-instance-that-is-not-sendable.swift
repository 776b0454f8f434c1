// SPDX-License-Identifier: MIT

import Mortise

final class Draft { var text = "" }

// expect: requires that 'Draft' conform to 'Sendable'
let property = Resolved<Draft>(.singleton)
