// SPDX-License-Identifier: MIT

package import Networking
import Synchronization

/// A server for tests: it has the pages that a test gives it.
package final class FakeAPI: API {
    private let pages: [String: String]
    private let state = Mutex<[Request]>([])

    package init(pages: [String: String] = [:]) { self.pages = pages }

    /// The requests so far, in order.
    package var requests: [Request] { state.withLock { $0 } }

    package func send(_ request: Request) async throws -> String {
        state.withLock { $0.append(request) }
        if request.method == "POST" { return "" }
        guard let page = pages[request.path] else { throw ServerError.notFound(request.path) }
        return page
    }
}
