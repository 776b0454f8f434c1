// SPDX-License-Identifier: MIT

#if Services
import Mortise
import MortiseGraph

/// The errors of services that are made at the same time.
struct MakingFailures {
    /// The one that came first.
    private(set) var first: (any Error)?
    /// Those that came later, but for what was cancelled because of the first, and for what failed
    /// because something failed that is there already.
    private(set) var others: [any Error] = []

    private var roots: Set<Root> = []

    /// What failed, whoever needed it.
    private struct Root: Hashable {
        let code: ResolutionError.Code
        let key: Key?
        let site: SourceSite?
    }

    mutating func add(_ error: any Error) {
        var isNew = true
        if let error = error as? ResolutionError {
            let step = error.path.last
            isNew = roots.insert(Root(code: error.code, key: step?.key, site: step?.site)).inserted
        }
        guard first != nil else {
            first = error
            return
        }
        if isNew, !(error is CancellationError) { others.append(error) }
    }
}
#endif
