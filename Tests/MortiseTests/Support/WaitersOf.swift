// SPDX-License-Identifier: MIT

@testable import Mortise

/// How many wait for instances of a type that are being built.
func waiters<Instance>(of type: Instance.Type) -> Int {
    ConstructionSite.locked {
        ConstructionSite.ledger.constructions.reduce(0) { count, construction in
            let slot = ConstructionSite.records[construction.key]?.slot
            let isMeant = slot?.type == KeyWords.word(of: type)
            return isMeant ? count + construction.value.waiters.count : count
        }
    }
}
