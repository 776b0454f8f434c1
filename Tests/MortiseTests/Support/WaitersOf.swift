// SPDX-License-Identifier: MIT

@testable import Mortise

/// The number of waiters for unfinished instances of a type.
func waiters<Instance>(of type: Instance.Type) -> Int {
    ConstructionSite.locked {
        ConstructionSite.ledger.constructions.reduce(0) { count, construction in
            let slot = ConstructionSite.records[construction.key]?.slot
            let isMeant = slot?.type == KeyWords.word(of: type)
            return isMeant ? count + construction.value.waiters.count : count
        }
    }
}
