// SPDX-License-Identifier: MIT

#if Observability
import MortiseEvents

extension Duration {
    /// The duration as people write it, such as `83 ms`: at least two digits are right.
    var spelled: String {
        let nanoseconds = Double(nanoseconds)
        for (size, unit) in [(1e9, "s"), (1e6, "ms"), (1e3, "µs")] where nanoseconds >= size {
            let value = nanoseconds / size
            let digits = value < 10 ? 10.0 : 1
            let rounded = (value * digits).rounded() / digits
            return rounded == rounded.rounded() ? "\(Int(rounded)) \(unit)" : "\(rounded) \(unit)"
        }
        return "\(Int(nanoseconds)) ns"
    }
}
#endif
