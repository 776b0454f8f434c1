// SPDX-License-Identifier: MIT

import Foundation
import GRDB
import GalaxyDomain
import GalaxyStorage
import GalaxyWeb
import Mortise
import MortiseGraph
import Testing

@testable import Galaxy

@Suite(.timeLimit(.minutes(1))) struct `The wiring` {
    @Test func `has no mistakes`() throws {
        let site = Site()
        Attachment.record(site.app.graph.json(), named: "graph.json")
        try site.app.validate().check()
        #expect(Check.findings(site.app).isEmpty)
    }

    @Test(arguments: Mistake.allCases)
    func `that is wrong is found by the check, in the words of the error at run time`(
        _ mistake: Mistake
    ) async throws {
        let site = Site { app, _ in mistake.plant(in: app) }
        let findings = site.app.validate().errors
        #expect(findings.map { "\($0.code)" } == [mistake.code])
        #expect(Check.findings(site.app).first == findings.first.map { "\($0)" })
        let error = await #expect(throws: ResolutionError.self) {
            try await site.app.withScope(
                .request,
                providing: { $0.provide(RequestInfo(line: "test")) }
            ) { scope in
                _ = try await scope.async.resolve(StarshipsController.self)
            }
        }
        let (found, failed) = try (#require(findings.first), #require(error?.diagnostic))
        #expect(failed.code == found.code)
        #expect(failed.fact == found.fact)
        #expect(failed.hint == found.hint)
        // The error begins where it was asked for.
        #expect(failed.path.suffix(2).map(\.key) == found.path.suffix(2).map(\.key))
        #expect(failed.path.suffix(2).map(\.site) == found.path.suffix(2).map(\.site))
    }

    @Test func `of what is asynchronous cannot be used synchronously`() throws {
        let site = Site()
        let error = #expect(throws: ResolutionError.self) {
            try site.app.resolve(DatabasePool.self)
        }
        #expect(error.map { "\($0.code)" } == "needs-async")
    }

    @Test func `is in one file, and the domain imports nothing`() throws {
        let sources = URL(filePath: #filePath).appending(path: "../../../Sources").standardized
        let files = try #require(
            FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil)
        )
        .compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }
        #expect(files.count > 30)
        for file in files {
            let text = try String(contentsOf: file, encoding: .utf8)
            if file.lastPathComponent == "Composition.swift" {
                #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count <= 150)
            } else {
                #expect(!text.contains(".register(") && !text.contains(".resolve("), "\(file)")
            }
            if file.path().contains("GalaxyDomain") {
                #expect(
                    !text.split(separator: "\n").contains { $0.hasPrefix("import ") },
                    "\(file)"
                )
            }
        }
    }
}

/// A mistake in one definition.
enum Mistake: CaseIterable, Sendable {
    case missing, captive, cycle

    var code: String {
        switch self {
        case .missing: "missing-binding"
        case .captive: "captive-dependency"
        case .cycle: "cycle"
        }
    }

    func plant(in app: Container) {
        switch self {
        case .missing:
            app.register(.singleton) { (_: Unknown) in RandomIDs() as any IDs }.replacing()
        case .captive:
            // One word is wrong.
            app.register(.singleton) {
                SQLStarships(work: $0, events: $1) as any StarshipStore
            }
            .replacing()
        case .cycle: app.register(.singleton) { (ids: any IDs) in ids }.replacing()
        }
    }
}

private struct Unknown: Sendable {}
