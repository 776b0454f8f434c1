// SPDX-License-Identifier: MIT

package import Foundation

/// Answers from a folder, like a server.
package struct FileTransport: Transport {
    package init() {}

    package func response(from url: URL) -> Response {
        guard let body = try? Data(contentsOf: url) else {
            return Response(status: 404, body: Data())
        }
        return Response(status: 200, body: body)
    }
}
