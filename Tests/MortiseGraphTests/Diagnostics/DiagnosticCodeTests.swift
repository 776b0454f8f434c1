// SPDX-License-Identifier: MIT

import MortiseGraph
import Testing

@Suite struct `A diagnostic code` {
    @Test(arguments: [
        (DiagnosticCode.missingBinding, "missing-binding"),
        (.ambiguousBinding, "ambiguous-binding"),
        (.argumentMismatch, "argument-mismatch"),
        (.argumentNotHashable, "argument-not-hashable"),
        (.cycle, "cycle"),
        (.tooDeep, "too-deep"),
        (.captiveDependency, "captive-dependency"),
        (.duplicateBinding, "duplicate-binding"),
        (.typeMismatch, "type-mismatch"),
        (.injectionFailed, "injection-failed"),
        (.scopeClosed, "scope-closed"),
        (.needsAsync, "needs-async"),
        (.needsMainActor, "needs-main-actor"),
        (.factoryThrew, "factory-threw"),
        (.containerGone, "container-gone"),
        (.unusedBinding, "unused-binding"),
        (.notProven, "not-proven"),
        (.mayFail, "may-fail"),
    ])
    func `never changes its slug`(code: DiagnosticCode, slug: String) {
        #expect(code.slug == slug)
        #expect(code.description == slug)
    }
}
