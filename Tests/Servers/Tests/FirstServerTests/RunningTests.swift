// SPDX-License-Identifier: MIT

import Configuration
import Foundation
import Hummingbird
import HummingbirdTesting
import InMemoryLogging
import Logging
import Mortise
import MortiseServices
import ServiceLifecycle
import ServiceLifecycleTestKit
import Testing

@testable import FirstServer

@Suite(.timeLimit(.minutes(1))) struct `The server of the article` {
    @Test func `keeps what it was sent`() async throws {
        let app = makeApp(settings: [])

        try await Application(router: makeRouter(app)).test(.live) { client in
            for number in 1...2 {
                let added = try await client.execute(
                    uri: "/notes",
                    method: .post,
                    headers: [.contentType: "application/json"],
                    body: ByteBuffer(string: "\"Buy milk\"")
                )
                #expect(String(buffer: added.body).contains(#""id":\#(number)"#))
            }
            let all = try await client.execute(uri: "/notes", method: .get)
            let text = String(buffer: all.body)
            #expect(text.contains(#""id":1"#) && text.contains(#""id":2"#))
        }
    }

    @Test func `takes its port from the configuration, runs, and stops`() async throws {
        let settings = InMemoryProvider(values: ["http.port": 0])
        let app = makeApp(settings: [settings])

        let logs = InMemoryLogHandler()
        let logger = Logger(label: "notes") { _ in logs }

        try await testGracefulShutdown { trigger in
            try await withLogger(logger) { logger in
                async let running: Void = app.runServices(
                    gracefulShutdownSignals: [],
                    logger: logger
                )
                while !logs.entries.contains(where: { "\($0.message)" == "0 notes" }) {
                    try await Task.sleep(for: .milliseconds(2))
                }
                trigger.triggerGracefulShutdown()
                try await running
            }
        }

        #expect(app.isClosed)
    }

    @Test(arguments: [Self.program, Self.tests])
    func `has the code of the article`(file: URL) throws {
        let blocks = try articleBlocks().filter { !$0.contains("// swift-tools-version") }
            .filter { $0.contains("@Suite") == (file == Self.tests) }
        let code = withoutIndentation(try text(file)[...])

        #expect(!blocks.isEmpty)
        for block in blocks { #expect(code.contains(block), "\(block)") }
    }

    @Test func `has all of its code in the article`() throws {
        let article = try articleBlocks().joined(separator: "\n")

        for line in withoutIndentation(try text(Self.program)[...]).split(separator: "\n")
        where !line.hasPrefix("// ") {
            #expect(article.contains(line))
        }
    }

    @Test func `is built from the products that the article names`() throws {
        let manifest = try #require(
            try articleBlocks().first { $0.contains("// swift-tools-version") }
        )
        let products = manifest.split(separator: "\n").filter { $0.contains(".product(name:") }
        let ours = try text(Self.servers.appendingPathComponent("Package.swift"))

        #expect(products.count > 6)
        for product in products { #expect(ours.contains(product)) }
    }

    private func articleBlocks() throws -> [String] {
        let folder = "../../Sources/Mortise/Mortise.docc/Essentials"
        let article = Self.servers.appendingPathComponent(folder)
            .appendingPathComponent("Your-first-server.md")
        return try text(article)
            .components(separatedBy: "```").filter { $0.hasPrefix("swift\n") }
            .map { withoutIndentation($0.dropFirst("swift\n".count)) }
    }

    private static let here = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    private static let servers = here.appendingPathComponent("../..").standardizedFileURL
    private static let tests = here.appendingPathComponent("NotesTests.swift")
    private static let program = servers.appendingPathComponent("Sources")
        .appendingPathComponent("FirstServer").appendingPathComponent("Notes.swift")

    private func text(_ file: URL) throws -> String {
        try String(contentsOf: file.standardizedFileURL, encoding: .utf8)
    }

    private func withoutIndentation(_ text: Substring) -> String {
        text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
            .joined(separator: "\n")
    }
}
