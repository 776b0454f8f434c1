// SPDX-License-Identifier: MIT

package import Mortise

// Whether a property is required is known only to itself.

extension Injected: TypedProperty {
    package static var need: PropertyNeed { PropertyNeed(T.self, mayBeMissing: true) }
}

extension InjectedWeak: TypedProperty {
    package static var need: PropertyNeed { PropertyNeed(T.self, mayBeMissing: true) }
}
