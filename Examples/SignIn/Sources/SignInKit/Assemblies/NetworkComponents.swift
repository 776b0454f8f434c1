// SPDX-License-Identifier: MIT

import Foundation
import MortiseDip

/// The definitions of the blog's client.
@MainActor package final class NetworkComponents: Assembly {
    let apiClient = AssemblyDefinitionOf { (container, _: Void) in
        APIClient(
            baseURL: try container.resolve(tag: "blog"),
            transport: try container.resolve()
        ) as any GhostApiClient
    }

    let address = AssemblyDefinitionOf(tag: "blog") { (_, _: Void) in
        guard let address = URL(string: "http://localhost:2368") else { fatalError("no address") }
        return address
    }

    let transport = AssemblyDefinitionOf(scope: .singleton) { (_, _: Void) in
        LocalBlog() as any Transport
    }

    package init() {}
}
