// SPDX-License-Identifier: MIT

import Mortise
import MortiseGraph
import MortiseServices
import ServiceLifecycle
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(1))) struct `The end of services` {
    private let journal = Journal()

    /// A service of a test, which needs a pool.
    private func app(_ body: @escaping @Sendable () async throws -> Void) -> Container {
        let journal = journal
        return Container {
            $0.register(.singleton) { (resolver: inout Resolver) in
                _ = try resolver.resolve(Pool.self)
                return Made(body)
            }
            .runs().onClose { _ in journal.add("Made closes") }
            $0.register(.singleton) { Pool(journal: journal) }
                .runs()
                .onClose { _ in
                    await Task.yield()
                    journal.add(Task.isCancelled ? "cancelled" : "Pool closes")
                }
        }
    }

    @Test func `a service that throws brings down the others in order`() async throws {
        let app = app { throw Failure(name: "service") }

        await #expect(throws: Failure(name: "service")) { try await app.run() }

        #expect(journal.entries == ["Pool begins", "Pool ends", "Made closes", "Pool closes"])
    }

    @Test func `a service that returns brings down the others in order`() async throws {
        try await app {}.run()

        #expect(journal.entries == ["Pool begins", "Pool ends", "Made closes", "Pool closes"])
    }

    @Test func `work that a shutdown cancels is no failure`() async throws {
        let journal = journal
        let app = app {
            journal.add("begun")
            try await cancelWhenGracefulShutdown { try await sleepUntilCancelled() }
        }

        try await app.run(until: "begun", journal)

        #expect(journal.entries.suffix(3) == ["Pool ends", "Made closes", "Pool closes"])
    }

    @Test func `an error of cancelling that comes without a shutdown is a failure`() async throws {
        let app = app { throw CancellationError() }

        await #expect(throws: CancellationError.self) { try await app.run() }

        #expect(journal.entries.suffix(3) == ["Pool ends", "Made closes", "Pool closes"])
    }

    @Test func `a factory that throws closes what was made`() async throws {
        let journal = journal
        let app = Container {
            $0.register(.singleton) { (resolver: inout Resolver) in
                _ = try resolver.resolve(Pool.self)
                guard journal.entries.isEmpty else { return Made {} }
                throw Failure(name: "factory")
            }
            .runs()
            $0.register(.singleton) { Pool(journal: journal) }
                .runs().onClose { _ in journal.add("Pool closes") }
        }

        let error = await #expect(throws: ResolutionError.self) { try await app.run() }

        #expect(error?.code == .factoryThrew)
        #expect(journal.entries == ["Pool closes"])
        #expect(app.isClosed)
    }

    @Test func `many services that throw at once are all shut down`() async throws {
        for _ in 0..<20 {
            let journal = Journal()
            let begun = Mutex(0)
            let app = Container { app in
                app.register(.singleton) { Pool(journal: journal) }
                    .runs().onClose { _ in journal.add("Pool closes") }
                for number in 0..<50 {
                    app.register(.singleton, tag: number) { (resolver: inout Resolver) in
                        _ = try resolver.resolve(Pool.self)
                        return Made {
                            begun.withLock { $0 += 1 }
                            if number == 49 { journal.add("all") }
                            await journal.reached("all")
                            if number.isMultiple(of: 3) { return }
                            throw Failure(name: "service")
                        }
                    }
                    .runs()
                }
            }
            do {
                try await app.run()
            } catch {
                #expect(error as? Failure == Failure(name: "service"))
            }
            #expect(begun.withLock { $0 } == 50)
            #expect(journal.entries == ["Pool begins", "all", "Pool ends", "Pool closes"])
        }
    }

    @Test func `cancelling the caller cancels the services and closes the container`()
        async throws
    {
        let journal = journal
        let app = app {
            journal.add("begun")
            try await sleepUntilCancelled()
        }
        let running = Task { try await app.run() }
        await journal.reached("begun")
        running.cancel()

        await #expect(throws: CancellationError.self) { try await running.value }

        #expect(journal.entries.suffix(2) == ["Made closes", "Pool closes"])
    }

    @Test func `a caller that was cancelled before makes nothing and closes the container`()
        async throws
    {
        let app = app {}
        let running = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await app.run()
        }

        await #expect(throws: CancellationError.self) { try await running.value }

        #expect(journal.entries.allSatisfy { $0.hasSuffix("closes") })
        #expect(app.isClosed)
    }

    @Test func `a service that throws when the caller is cancelled does not hide that`()
        async throws
    {
        let journal = journal
        let app = app {
            journal.add("begun")
            try? await sleepUntilCancelled()
            throw Failure()
        }
        let running = Task { try await app.run() }
        await journal.reached("begun")
        running.cancel()

        await #expect(throws: CancellationError.self) { try await running.value }
    }

    @Test func `a request to shut down while instances are made cancels that`() async throws {
        let journal = journal
        let app = Container {
            $0.async.register(.singleton) { () async throws -> Made in
                journal.add("making")
                do { try await sleepUntilCancelled() } catch { journal.add("cancelled") }
                throw Failure()
            }
            $0.register(.singleton) { (resolver: inout Resolver) in
                _ = try resolver.resolve(Made.self)
                return Pool(journal: journal)
            }
            .runs()
        }

        try await app.run(until: "making", journal)

        #expect(journal.entries == ["making", "cancelled"])
        #expect(app.isClosed)
    }

    @Test func `services that do not shut down in time are cancelled and named`() async throws {
        for _ in 0..<20 {
            let journal = Journal()
            let app = Container {
                $0.register(.singleton) {
                    Made {
                        journal.add("begun")
                        try? await sleepUntilCancelled()
                    }
                }
                .runs().onClose { _ in journal.add("closes") }
            }

            let error = await #expect(throws: ServicesError.self) {
                try await app.run(until: "begun", journal, gracePeriod: .milliseconds(5))
            }

            #expect(error?.code == .gracePeriodExceeded)
            #expect(error?.services.map(\.key.description) == ["Made"])
            #expect(error?.services.first?.site?.file == "MortiseServicesTests/EndingTests.swift")
            #expect(error?.leftBehind.isEmpty == true)
            #expect(journal.entries == ["begun", "closes"])
        }
    }

    @Test func `the error of a service is kept if others do not shut down in time`() async throws {
        let journal = journal
        let app = Container {
            $0.register(.singleton) {
                Made {
                    journal.add("begun")
                    try? await sleepUntilCancelled()
                } as any Service
            }
            .runs()
            $0.register(.singleton) {
                Made {
                    await journal.reached("begun")
                    throw Failure(name: "first")
                }
            }
            .runs()
        }

        let error = await #expect(throws: ServicesError.self) {
            try await app.run(gracePeriod: .milliseconds(5))
        }

        #expect(error?.underlying as? Failure == Failure(name: "first"))
        #expect(error?.services.map(\.key.description) == ["any Service"])
    }

    @Test func `a service that ignores its cancellation is left behind and named`() async throws {
        let journal = journal
        let (open, gate) = AsyncStream.makeStream(of: Void.self)
        let app = Container {
            $0.register(.singleton) {
                Made {
                    journal.add("begun")
                    await Task { for await _ in open {} }.value
                }
            }
            .runs()
        }

        let error = await #expect(throws: ServicesError.self) {
            try await app.run(
                until: "begun",
                journal,
                gracePeriod: .milliseconds(5),
                cancellationPeriod: .milliseconds(5)
            )
        }
        gate.finish()

        #expect(error?.code == .gracePeriodExceeded)
        #expect(error?.leftBehind.map(\.key.description) == ["Made"])
        #expect(app.isClosed)
    }

    @Test func `a caller that was cancelled is told what was left behind`() async throws {
        let journal = journal
        let (open, gate) = AsyncStream.makeStream(of: Void.self)
        let app = Container {
            $0.register(.singleton) {
                Made {
                    journal.add("begun")
                    await Task { for await _ in open {} }.value
                }
            }
            .runs()
        }
        let running = Task { try await app.run(cancellationPeriod: .milliseconds(5)) }
        await journal.reached("begun")
        running.cancel()

        let error = await #expect(throws: ServicesError.self) { try await running.value }
        gate.finish()

        #expect(error?.code == .leftBehind)
        #expect(error?.leftBehind.map(\.key.description) == ["Made"])
    }

    @Test func `an error of closing is thrown if there is no other`() async throws {
        let journal = journal
        let app = Container {
            $0.register(.singleton) { Pool(journal: journal) }
                .runs().onClose { _ in throw Failure(name: "close") }
        }

        let error = await #expect(throws: CloseError.self) {
            try await app.run(until: "Pool begins", journal)
        }

        #expect(error?.failures.count == 1)
    }

    @Test func `an error of closing does not hide that of a service`() async throws {
        let app = Container {
            $0.register(.singleton) { Made { throw Failure(name: "service") } }
                .runs().onClose { _ in throw Failure(name: "close") }
        }

        await #expect(throws: Failure(name: "service")) { try await app.run() }
    }

    @Test func `closing has a deadline`() async throws {
        let journal = journal
        let (open, gate) = AsyncStream.makeStream(of: Void.self)
        let app = Container {
            $0.register(.singleton) { Pool(journal: journal) }
                .runs().onClose { _ in await Task { for await _ in open {} }.value }
        }

        let error = await #expect(throws: CloseError.self) {
            try await app.run(until: "Pool begins", journal, closeDeadline: .milliseconds(10))
        }
        gate.finish()

        #expect(error?.unfinished.map(\.key.description) == ["Pool"])
    }

    @Test func `services run in a service of another group`() async throws {
        let journal = journal
        let inner = threeServices(journal)
        let outer = ServiceGroup(
            services: [Made { try await inner.run() }, Made { try await serve("outer", journal) }],
            logger: .silent
        )
        let running = Task { try await outer.run() }
        await journal.reached("Web begins")
        await journal.reached("outer begins")
        await outer.triggerGracefulShutdown()
        try await running.value

        let own = journal.entries.filter { !$0.hasPrefix("outer") }
        #expect(own.suffix(4) == ["Pool ends", "Web closes", "Importer closes", "Pool closes"])
        #expect(journal.entries.firstIndex(of: "outer ends") == 4)
    }

    @Test func `a shutdown that comes as a service ends does no harm`() async throws {
        for round in 0..<200 {
            let journal = Journal()
            let app = Container {
                $0.register(.singleton) { Pool(journal: journal) }
                    .runs().onClose { _ in journal.add("Pool closes") }
                for number in 0..<3 {
                    $0.register(.singleton, tag: number) { (resolver: inout Resolver) in
                        _ = try resolver.resolve(Pool.self)
                        return Made {
                            journal.add("\(number)")
                            if number == 2 { return }
                            for _ in 0..<round { await Task.yield() }
                        }
                    }
                    .runs()
                }
            }

            try await app.run(until: "\(round % 3)", journal)

            #expect(journal.entries.suffix(2) == ["Pool ends", "Pool closes"])
        }
    }
}
