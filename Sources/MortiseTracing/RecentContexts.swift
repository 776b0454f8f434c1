// SPDX-License-Identifier: MIT

#if Observability
import Tracing

/// The contexts of the last spans, by the numbers of their builds: what a wait is linked to.
struct RecentContexts: Sendable {
    private var contexts: [UInt64: ServiceContext] = [:]
    private var numbers: [UInt64] = []
    private var next = 0

    private static let limit = 256

    /// Keeps a context.
    ///
    /// - Parameters:
    ///   - context: The context.
    ///   - number: The number of the build.
    /// - Returns: What is forgotten for it.
    mutating func remember(_ context: ServiceContext, of number: UInt64) -> ServiceContext? {
        if let old = contexts.updateValue(context, forKey: number) { return old }
        guard numbers.count == Self.limit else {
            numbers.append(number)
            return nil
        }
        defer { next = (next + 1) % Self.limit }
        let oldest = numbers[next]
        numbers[next] = number
        return contexts.removeValue(forKey: oldest)
    }

    func context(of number: UInt64) -> ServiceContext? { contexts[number] }
}
#endif
