// SPDX-License-Identifier: MIT

import Foundation

/// Sends requests to a blog.
@MainActor final class APIClient: GhostApiClient {
    private let baseURL: URL
    private let transport: any Transport

    init(baseURL: URL, transport: any Transport) {
        self.baseURL = baseURL
        self.transport = transport
    }

    func login(
        userName: String,
        password: String,
        completion: @escaping @MainActor (SignInError?) -> Void
    ) {
        let request = Request(
            url: baseURL.appending(path: "authentication/token"),
            fields: ["grant_type": "password", "username": userName, "password": password]
        )
        transport.send(request) { status in
            switch status {
            case 200: completion(nil)
            case 401, 404: completion(.refused)
            default: completion(.unavailable)
            }
        }
    }
}
