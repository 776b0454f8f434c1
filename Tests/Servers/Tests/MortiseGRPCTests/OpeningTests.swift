// SPDX-License-Identifier: MIT

import GRPCCore
import Mortise
import MortiseGRPC
import MortiseGraph
import ObservedSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct `The scope of a call` {
    @Test func `is opened when first asked for, with what is known of the call as its input`()
        async throws
    {
        let station = Station { app, _ in
            app.register(.scoped("request")) { (call: CallInfo) in
                [
                    call.method.fullyQualifiedMethod, call.remotePeer,
                    call.metadata[stringValues: "token"].joined(),
                ]
            }
        }
        let method: Method = { request, context in
            #expect(!CallScope.current.isOpen)
            let known = try CallScope.current.resolve([String].self)
            #expect(CallScope.current.isOpen)
            #expect(known == ["Station/ships", context.remotePeer, "7"])
            let trail = try CallScope.current.resolve(Trail.self)
            try await expect(CallScope.current.async.resolve(Trail.self), isThe: trail)
            return .text(trail.path)
        }

        try await station.serve("ships", method) { client in
            try await expect(client.call(metadata: ["token": "7"]), is: ["ships"])
            await station.journal.reached("ships closed")
        }

        #expect(station.journal.entries == ["ships closed"])
    }

    @Test func `is not opened by a call that never asks`() async throws {
        let opened = Tally()
        let station = Station()
        let token = station.app.observe { event in
            if case .scopeOpened = event.kind { opened.next() }
        }
        defer { token.cancel() }
        let methods = Methods([
            "plain": { _, _ in .text("plain") },
            "streamed": { _, _ in .texts { ["a", "b"] } },
            "refused": { _, _ in throw RPCError(code: .notFound, message: "") },
            "scoped": { _, _ in .text(try CallScope.current.resolve(Trail.self).path) },
        ])

        try await station.serve([methods]) { client in
            try await expect(client.unary("plain"), is: "plain")
            try await expect(client.call("streamed"), is: ["a", "b"])
            await client.fails("refused", with: .notFound)
            await client.fails("nowhere", with: .unimplemented)
            #expect(opened.count == 0)
            try await expect(client.unary("scoped"), is: "scoped")
        }

        #expect(opened.count == 1)
    }

    @Test func `is opened once when several tasks ask at once`() async throws {
        let opened = Tally()
        let station = Station()
        let token = station.app.observe { event in
            if case .scopeOpened = event.kind { opened.next() }
        }
        defer { token.cancel() }
        let method: Method = { _, _ in
            let numbers = try await withThrowingTaskGroup { group in
                for _ in 0..<16 {
                    group.addTask { try CallScope.current.resolve(Trail.self).number }
                    group.addTask { try await CallScope.current.async.resolve(Trail.self).number }
                }
                return try await group.reduce(into: Set<Int>()) { $0.insert($1) }
            }
            return .text("\(numbers.count)")
        }

        try await station.serve("ships", method) { client in
            for round in 1...50 {
                try await expect(client.unary(), is: "1")
                #expect(opened.count == round)
            }
        }

        #expect(station.journal.count("ships closed") == 50)
    }

    @Test func `belongs to its call when fifty are answered at once`() async throws {
        let station = Station()
        let method: Method = { request, _ in
            let first = try await CallScope.current.async.resolve(Trail.self)
            return StreamingServerResponse { writer in
                for try await message in request.messages {
                    await Task.yield()
                    let trail = try CallScope.current.resolve(Trail.self)
                    try await writer.write("\(message) \(trail === first) \(trail.number)")
                }
                return [:]
            }
        }

        try await station.serve("ships", method) { client in
            try await withThrowingTaskGroup { group in
                for ship in 0..<50 {
                    group.addTask {
                        let answer = try await client.call("ships", ["\(ship)", "\(ship)"])
                        #expect(answer.count == 2 && answer[0] == answer[1])
                        #expect(answer[0].hasPrefix("\(ship) true "))
                        return answer[0].split(separator: " ")[2]
                    }
                }
                let numbers = try await group.reduce(into: Set<Substring>()) { $0.insert($1) }
                #expect(numbers.count == 50)
            }
            await station.journal.reached("ships closed", times: 50)
        }

        #expect(station.journal.entries.count == 50)
    }

    @Test func `is given what the interceptor's closure provides`() async throws {
        let app = Container {
            $0.expects(Int.self, in: "visit")
            $0.register(.scoped("visit")) { (number: Int) in "number \(number)" }
        }
        let interceptor = CallScopeInterceptor(app, scope: "visit") { scope, call in
            scope.provide(Int(call.metadata[stringValues: "number"].joined()) ?? 0)
        }
        let methods = Methods([
            "ships": { _, _ in .text(try CallScope.current.resolve(String.self)) }
        ])

        try await Station().serve([methods], interceptor: interceptor) { client in
            try await expect(client.call(metadata: ["number": "7"]), is: ["number 7"])
        }
    }

    @Test func `makes the service that answers`() async throws {
        struct Fleet: Sendable {
            let trail: Trail
            func list(_ text: String) -> String { "\(text) by \(trail.number)" }
        }
        let station = Station { app, _ in app.register { Fleet(trail: $0) } }
        let method: Method = { request, _ in
            try await CallScope.current.with(Fleet.self) { fleet in
                let container = try CallScope.current.container
                #expect(Container.currentIfAny === container)
                return .text(fleet.list(try await ServerRequest(stream: request).message))
            }
        }

        try await station.serve("ships", method) { client in
            try await expect(client.unary("ships", "one"), is: "one by 1")
            try await expect(client.unary("ships", "two"), is: "two by 2")
            await station.journal.reached("ships closed", times: 2)
        }

        #expect(station.journal.entries == ["ships closed", "ships closed"])
    }

    @Test func `is refused where no call is answered`() async throws {
        #expect(!CallScope.current.isOpen)
        #expect(throws: CallScopeError.self) { try CallScope.current.container }
        #expect(throws: CallScopeError.self) { try CallScope.current.resolve(Trail.self) }
        let station = Station()
        let method: Method = { _, _ in
            let inner = await Task.detached {
                do {
                    return try CallScope.current.resolve(Trail.self).path
                } catch CallScopeError.Code.noScope {
                    return "\(CallScopeError.Code.noScope)"
                } catch {
                    return "another error"
                }
            }
            .value
            return .text(inner)
        }

        try await station.serve("ships", method) { client in
            try await expect(client.unary(), is: "no-call-scope")
        }
    }

    @Test func `refuses what asks after it was closed`() async throws {
        let station = Station()
        let gate = Journal()
        let method: Method = { _, _ in
            Task {
                await gate.reached("open")
                do {
                    _ = try CallScope.current.resolve(Trail.self)
                } catch ResolutionError.Code.scopeClosed {
                    gate.add("refused, open: \(CallScope.current.isOpen)")
                }
            }
            return .text(try CallScope.current.resolve(Trail.self).path)
        }

        try await station.serve("ships", method) { client in
            try await expect(client.unary(), is: "ships")
            await station.journal.reached("ships closed")
            gate.add("open")
            await gate.reached("refused, open: false")
        }

        #expect(gate.entries == ["open", "refused, open: false"] && station.numbers.count == 1)
    }

    @Test func `that a task opens after the call is closed when the task is done`() async throws {
        let station = Station()
        let gate = Journal()
        let method: Method = { _, _ in
            Task {
                await gate.reached("open")
                gate.add(try CallScope.current.resolve(Trail.self).path)
            }
            return .text("done")
        }

        try await station.serve("ships", method) { client in
            try await expect(client.unary(), is: "done")
            gate.add("open")
            await station.journal.reached("ships closed")
        }

        #expect(gate.entries == ["open", "ships"] && station.journal.entries == ["ships closed"])
    }
}
