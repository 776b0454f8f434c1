// SPDX-License-Identifier: MIT

import ConnectivityKit
import Mortise
import MortiseGraph
import MortiseInjector
import Observation
import Testing

@MainActor @Suite struct `The app` {
    private static func container() throws -> Container {
        let container = Container(name: "connectivity")
        try Composition.install(in: container)
        return container
    }

    @Test func `shows the numbers that the connection allows`() throws {
        let container = try Self.container()
        let model = NumbersModel(container)
        let monitor = NetworkMonitor(container)

        #expect(model.text == "5, 6, 7, 8")
        #expect(try monitor.connectionChanged(isAvailable: false))
        #expect(model.text == "1, 2, 3, 4")
        #expect(try !monitor.connectionChanged(isAvailable: false))
        #expect(try monitor.connectionChanged(isAvailable: true))
        #expect(model.text == "5, 6, 7, 8")
    }

    @Test func `updates its view when the connection goes`() async throws {
        let container = try Self.container()
        let model = NumbersModel(container)
        await confirmation { isUpdated in
            withObservationTracking {
                _ = model.text
            } onChange: {
                isUpdated()
            }
            _ = try? NetworkMonitor(container).connectionChanged(isAvailable: false)
        }
        #expect(model.text == "1, 2, 3, 4")
    }

    @Test func `passes every repository to an iteration`() async throws {
        let container = try Self.container()
        var repositories = container.values(of: (any Repository).self).makeAsyncIterator()
        #expect(try await repositories.next()?.fetch() == [5, 6, 7, 8])
        try NetworkMonitor(container).connectionChanged(isAvailable: false)
        #expect(try await repositories.next()?.fetch() == [1, 2, 3, 4])
    }

    @Test func `behaves like its older version`() async {
        Composition.register(with: .global)
        let model = LegacyNumbersModel()
        let manager = LegacyNetworkManager()

        manager.validateConnection(isNetworkAvailable: true)
        #expect(model.text == "5, 6, 7, 8")
        await confirmation { isUpdated in
            withObservationTracking {
                _ = model.text
            } onChange: {
                isUpdated()
            }
            manager.validateConnection(isNetworkAvailable: false)
        }
        #expect(model.text == "1, 2, 3, 4")
    }

    @Test func `is wired correctly`() throws {
        let container = try Self.container()
        Attachment.record(container.graph.json(), named: "graph.json")
        #expect(container.validate().isValid)
    }
}
