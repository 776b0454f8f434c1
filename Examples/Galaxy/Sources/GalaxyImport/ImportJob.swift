// SPDX-License-Identifier: MIT

package import GalaxyDomain

/// One import, from a source that was selected when it began.
package struct ImportJob: Sendable {
    private let source: any StarshipSource
    private let store: any BatchStore
    private let progress: Progress
    private let pace: ImportPace

    package init(
        source: any StarshipSource,
        store: any BatchStore,
        progress: Progress,
        pace: ImportPace
    ) {
        self.source = source
        self.store = store
        self.progress = progress
        self.pace = pace
    }

    /// Stores everything, batch by batch.
    ///
    /// Ends between two of them if the task is cancelled.
    package func run() async throws {
        let everything = try await source.everything()
        await progress.begins(
            source.name,
            total: everything.people.count + everything.starships.count
        )
        var batches = parts(of: everything.people).map { Batch(people: $0) }
        batches += parts(of: everything.starships).map { Batch(starships: $0) }
        for batch in batches {
            try Task.checkCancellation()
            let new = try await store.store(batch)
            await progress.advances(by: batch.people.count + batch.starships.count, new: new)
            try await Task.sleep(for: pace.pause)
        }
    }

    private func parts<Record>(of records: [Record]) -> [[Record]] {
        stride(from: 0, to: records.count, by: max(1, pace.batch)).map {
            Array(records[$0..<min($0 + max(1, pace.batch), records.count)])
        }
    }
}
