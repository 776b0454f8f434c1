// SPDX-License-Identifier: MIT

// D-61: before it is injected, a property has no value.

import MortiseDip

final class Owner {
    // expect: generic parameter 'T' could not be inferred
    // expect: property type 'String' does not match 'wrappedValue' type 'T?'
    @Injected var text: String
}
