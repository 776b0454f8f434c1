// SPDX-License-Identifier: MIT

import Accounts
import Mortise
import Networking
import Reading

/// The composition root, and the only place that resolves.
@MainActor struct Program {
    let container: Container

    init(server: ServerAddress) {
        container = Container(name: "reading list", modules: ProgramModule(server: server))
    }

    /// Lets each user log in, read the first article, export the list and log out.
    ///
    /// - Returns: What they saw, and what was sent to the server.
    func lines(for users: [User]) async throws -> [String] {
        var lines: [String] = []
        for user in users { lines += try await visit(by: user) }
        return lines + ["", "Requests:"] + (try container.resolve(RequestLog.self)).lines
    }

    /// Closes all that is open, the last one first.
    func close() async throws { try await container.close() }

    private func visit(by user: User) async throws -> [String] {
        try await container.withScope(.login, providing: { $0.provide(user) }) { login in
            let coordinator: Coordinator = try login.main.resolve()
            let list = try coordinator.showList()
            try await list.load()
            var lines = ["\(user.name) reads:"] + list.articles.map { "  \($0.title)" }
            if let first = list.articles.first {
                let page = try coordinator.show(first)
                lines.append(page.article.text)
                try await page.finish()
            }
            for format in list.formats {
                lines += ["As \(format):", list.export(as: format) ?? ""]
            }
            return lines
        }
    }
}
