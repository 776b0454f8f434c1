// SPDX-License-Identifier: MIT

#if Configuration
import Configuration
import Synchronization

/// Follows the providers of a group for as long as it lives.
final class ConfigurationWatch: Sendable {
    private let task: Task<Void, Never>
    private let signals: AsyncStream<Void>.Continuation

    init(_ group: BindingGroup) {
        let (stream, signals) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        self.signals = signals
        // It outlives the task that asks for it first, and must not see that task's values.
        task = Task.detached {
            await withTaskGroup { tasks in
                for provider in group.providers {
                    tasks.addTask { await group.listen(to: provider) { signals.yield() } }
                }
                // A change that waits is not read any more once it is stopped.
                for await _ in stream where !Task.isCancelled { await group.reload() }
            }
        }
    }

    deinit { task.cancel() }

    /// Has all reloading structures read again.
    func check() { signals.yield() }

    /// Stops following.
    ///
    /// When it returns, no reload is running.
    func stop() async {
        task.cancel()
        await task.value
    }
}

extension BindingGroup {
    /// Listens to a provider until it has nothing more to tell, or the task is cancelled.
    fileprivate func listen(
        to provider: some ConfigProvider,
        _ changed: @Sendable () -> Void
    ) async {
        do {
            try await provider.watchSnapshot { updates in
                for await _ in updates { changed() }
            }
        } catch {
            guard !Task.isCancelled else { return }
            reportEnd(of: provider.providerName, error)
        }
    }
}
#endif
