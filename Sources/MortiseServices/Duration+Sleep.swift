// SPDX-License-Identifier: MIT

#if Services
extension Duration {
    /// Waits for this time, which may be of any length.
    ///
    /// - Throws: `CancellationError` if the task is cancelled meanwhile.
    func sleep() async throws {
        // A longer one overflows in the clock.
        try await Task.sleep(for: min(self, .seconds(1 << 32)))
    }
}
#endif
