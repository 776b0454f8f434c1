// SPDX-License-Identifier: MIT

extension Array where Element: Hashable {
    /// The elements without repetition, in order.
    package var uniqued: [Element] {
        var seen: Set<Element> = []
        return filter { seen.insert($0).inserted }
    }
}
