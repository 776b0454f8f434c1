// SPDX-License-Identifier: MIT

package import GalaxyDomain

/// The imports that wait, run or are over.
package actor ImportQueue: ImportJobs {
    private let clock: any WallClock
    private let events: any Announcing
    private var jobs: [Int: ImportStatus] = [:]
    private var running: (id: Int, task: Task<Void, any Error>)?

    /// The identifiers of imports, in the order in which they were requested.
    nonisolated let waiting: AsyncStream<Int>
    private let line: AsyncStream<Int>.Continuation

    package init(clock: any WallClock, events: any Announcing) {
        self.clock = clock
        self.events = events
        (waiting, line) = AsyncStream.makeStream()
    }

    package func submit() -> ImportStatus {
        let job = ImportStatus(id: jobs.count + 1, requestedAt: clock.now())
        jobs[job.id] = job
        line.yield(job.id)
        return job
    }

    package func status(_ id: Int) throws -> ImportStatus {
        guard let job = jobs[id] else { throw GalaxyError.notFound("There is no import \(id).") }
        return job
    }

    package func cancel(_ id: Int) throws -> ImportStatus {
        let job = try status(id)
        if job.state == .waiting { change(id) { $0.state = .cancelled } }
        if let running, running.id == id { running.task.cancel() }
        return try status(id)
    }

    /// Changes what is known of an import, and announces it.
    func change(_ id: Int, _ body: (inout ImportStatus) -> Void) {
        guard var job = jobs[id] else { return }
        body(&job)
        jobs[id] = job
        events.announce(GalaxyEvent(.progress, id: id, "\(job.state) \(job.done)/\(job.total)"))
    }

    /// Runs an import, unless it was cancelled while it waited.
    ///
    /// - Throws: What the body throws, except `SourceError` and `CancellationError`.
    func run(_ id: Int, _ body: @escaping @Sendable () async throws -> Void) async throws {
        guard jobs[id]?.state == .waiting else { return }
        let task = Task { try await body() }
        running = (id, task)
        defer { running = nil }
        change(id) { $0.state = .running }
        do {
            try await withTaskCancellationHandler {
                try await task.value
            } onCancel: {
                task.cancel()
            }
            change(id) { $0.state = .finished }
        } catch is CancellationError {
            change(id) { $0.state = .cancelled }
        } catch let error as SourceError {
            change(id) {
                $0.state = .failed
                $0.error = error.description
            }
        } catch {
            change(id) {
                $0.state = .failed
                $0.error = "\(error)"
            }
            throw error
        }
    }
}
