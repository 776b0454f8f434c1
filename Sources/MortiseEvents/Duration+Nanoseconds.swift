// SPDX-License-Identifier: MIT

#if Observability
extension Duration {
    /// The duration in nanoseconds, at most `Int64.max`.
    package var nanoseconds: Int64 {
        let (seconds, attoseconds) = components
        let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, carry) = whole.addingReportingOverflow(attoseconds / 1_000_000_000)
        return overflow || carry ? .max : sum
    }
}
#endif
