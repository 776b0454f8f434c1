// SPDX-License-Identifier: MIT

#if Observability
import Tracing

/// The contexts of the last spans, by the numbers of their builds: what a wait is linked to.
struct RecentContexts: Sendable {
    private var contexts: [UInt64: ServiceContext] = [:]
    private var numbers: [UInt64] = []
    private var next = 0

    private static let limit = 256

    mutating func remember(_ context: ServiceContext, of number: UInt64) {
        guard contexts.updateValue(context, forKey: number) == nil else { return }
        guard numbers.count == Self.limit else { return numbers.append(number) }
        contexts.removeValue(forKey: numbers[next])
        numbers[next] = number
        next = (next + 1) % Self.limit
    }

    func context(of number: UInt64) -> ServiceContext? { contexts[number] }
}
#endif
