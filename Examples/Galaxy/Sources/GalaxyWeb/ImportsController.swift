// SPDX-License-Identifier: MIT

package import GalaxyDomain
import HTTPTypes
import Hummingbird

/// Imports, which run one after the other while requests are answered.
package struct ImportsController: Sendable {
    private let jobs: any ImportJobs

    package init(jobs: any ImportJobs) { self.jobs = jobs }

    func submit(_ request: Request, context: AppContext) async throws
        -> EditedResponse<ImportStatus>
    {
        let job = await jobs.submit()
        return EditedResponse(
            status: .accepted,
            headers: [.location: "/api/imports/\(job.id)"],
            response: job
        )
    }

    func show(_ request: Request, context: AppContext) async throws -> ImportStatus {
        try await jobs.status(context.parameters.require("id", as: Int.self))
    }

    func cancel(_ request: Request, context: AppContext) async throws -> ImportStatus {
        try await jobs.cancel(context.parameters.require("id", as: Int.self))
    }
}

extension ImportStatus: ResponseEncodable {}
