// SPDX-License-Identifier: MIT

import GalaxyDomain

/// How far one import is.
package struct Progress: Sendable {
    private let job: JobRecord
    private let queue: ImportQueue

    package init(job: JobRecord, queue: ImportQueue) {
        self.job = job
        self.queue = queue
    }

    func begins(_ source: String, total: Int) async {
        await queue.change(job.id) {
            $0.source = source
            $0.total = total
        }
    }

    func advances(by count: Int, new: Int) async {
        await queue.change(job.id) {
            $0.done += count
            $0.new += new
        }
    }
}
