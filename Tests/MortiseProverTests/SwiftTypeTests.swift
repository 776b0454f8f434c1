// SPDX-License-Identifier: MIT

import MortiseProver
import Testing

@Suite("A type that the prover read")
struct SwiftTypeTests {
    @Test("has its generic parameters replaced, in arguments too")
    func replacesParameters() {
        let parameter = SwiftType.GenericParameter(depth: 0, index: 0)
        let generic = SwiftType.nominal([.init("Swift"), .init("Array")], [.parameter(parameter)])
        let clock = SwiftType("App.Clock")
        #expect(generic.substituting([parameter: clock]).element == clock)
        #expect(!generic.isConcrete)
    }
}
