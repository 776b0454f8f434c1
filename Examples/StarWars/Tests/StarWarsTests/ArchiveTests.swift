// SPDX-License-Identifier: MIT

import Foundation
import Mortise
import MortiseGraph
import StarWarsKit
import Testing

@testable import StarWarsCommand

@Suite struct `The archive` {
    private let composition = Composition(Settings(server: nil, timeout: .seconds(1)))

    private var events: [Journal.Event] {
        get throws { try composition.container.resolve(Journal.self).events }
    }

    @Test(arguments: ["chewbacca", "Bacca"])
    func `finds people by a part of their name`(name: String) async throws {
        let answer = try await composition.answer(about: name)

        #expect(answer.contains("Chewbacca"))
        #expect(answer.contains("People: 1,"))
    }

    @Test func `finds people by the name of their starship`() async throws {
        let answer = try await composition.answer(about: "millennium falcon")

        #expect(answer.contains("Chewbacca"))
        #expect(answer.contains("Han Solo"))
    }

    @Test func `is opened once for any number of questions`() async throws {
        try await withThrowingTaskGroup { group in
            for _ in 0..<20 {
                group.addTask { _ = try await composition.answer(about: "Leia") }
            }
            try await group.waitForAll()
        }

        #expect(try events.count { $0 == .archiveOpened } == 1)
        #expect(try events.count { $0 == .visitBegan } == 20)
    }

    @Test func `is visited by each question in its own scope`() async throws {
        for name in ["Leia", "nobody at all"] { _ = try await composition.answer(about: name) }

        #expect(
            try events == [.archiveOpened, .visitBegan, .visitEnded, .visitBegan, .visitEnded]
        )
    }

    @Test func `is left when a question fails`() async throws {
        await #expect(throws: StarWarsError.self) {
            try await composition.container.withScope(.request) { request in
                _ = try await request.async.resolve(Visit.self)
                throw StarWarsError(.refused, at: "here", "for a test")
            }
        }

        #expect(try events == [.archiveOpened, .visitBegan, .visitEnded])
    }

    @Test func `is closed after the running visits`() async throws {
        let request = try composition.container.openScope(.request)
        let visit = try await request.async.resolve(Visit.self)
        let journal = try composition.container.resolve(Journal.self)

        let answered = try await composition.close(deadline: .seconds(10))

        #expect(answered == 1)
        #expect(journal.events == [.archiveOpened, .visitBegan, .visitEnded, .archiveClosed])
        #expect(try await visit.answer(about: "Leia").contains("People: 0,"))
    }

    @Test func `answers nothing after everything is closed`() async throws {
        _ = try await composition.close(deadline: .seconds(10))

        await #expect {
            try await composition.answer(about: "Leia")
        } throws: {
            ($0 as? ResolutionError)?.code == .scopeClosed
        }
    }

    @Test func `reports the source's error, and is tried again`() async throws {
        let nowhere = FileSource(folder: URL(filePath: "/nowhere"), decoder: PageDecoder())
        composition.container.register { nowhere as any StarWarsSource }.replacing()

        for _ in 1...2 {
            await #expect {
                try await composition.answer(about: "Leia")
            } throws: {
                ($0 as? StarWarsError)?.code == .unreadable
            }
        }
        #expect(try events == [])
    }
}
