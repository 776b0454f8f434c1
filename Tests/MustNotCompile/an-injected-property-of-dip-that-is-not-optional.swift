// SPDX-License-Identifier: MIT

// Rule D-61 of Dip: it is `nil` before it is injected.

import MortiseDip

final class Service {}

final class Owner {
    // expect: property type 'Service' does not match 'wrappedValue' type 'T?'
    // expect: generic parameter 'T' could not be inferred
    @Injected var service: Service
    // expect: property type 'Service' does not match 'wrappedValue' type 'T?'
    // expect: generic parameter 'T' could not be inferred
    @InjectedWeak var other: Service
}
