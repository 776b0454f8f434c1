// SPDX-License-Identifier: MIT

package import GalaxyDomain
import HTTPTypes
import Hummingbird
import NIOCore

/// Changes and shows the running program, for users only.
package struct AdminController: Sendable {
    private let switchboard: Switchboard
    private let observatory: Observatory
    private let user: User
    private let audit: AuditTrail

    package init(
        switchboard: Switchboard,
        observatory: Observatory,
        user: User,
        audit: AuditTrail
    ) {
        self.observatory = observatory
        self.switchboard = switchboard
        self.user = user
        self.audit = audit
    }

    func select(_ request: Request, context: AppContext) async throws -> HTTPResponse.Status {
        let tag = try context.parameters.require("tag")
        try switchboard.select(tag)
        audit.note("\(user.name) selected \(tag)")
        return .noContent
    }

    func status(_ request: Request, context: AppContext) async throws -> Observatory.Report {
        observatory.report
    }

    func graph(_ request: Request, context: AppContext) async throws -> Response {
        Response(
            status: .ok,
            headers: [.contentType: "application/json"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: switchboard.graph()))
        )
    }
}

extension Observatory.Report: ResponseEncodable {}
