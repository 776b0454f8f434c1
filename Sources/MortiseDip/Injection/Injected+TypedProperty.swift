// SPDX-License-Identifier: MIT

import Mortise

// Whether a property is required is known only to itself.

extension Injected: TypedProperty {
    package static var need: (type: Any.Type, mayBeMissing: Bool) { (T.self, true) }
}

extension InjectedWeak: TypedProperty {
    package static var need: (type: Any.Type, mayBeMissing: Bool) { (T.self, true) }
}
