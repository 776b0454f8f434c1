// SPDX-License-Identifier: MIT

import AsyncHTTPClient
import Mortise
import NIOCore
import Testing

// The code of the article "AsyncHTTPClient".

struct Weather: Sendable {
    let client: HTTPClient

    func report(from url: String) async throws -> String {
        let response = try await client.execute(
            HTTPClientRequest(url: url),
            timeout: .seconds(10)
        )
        return try await String(buffer: response.body.collect(upTo: 1 << 20))
    }
}

struct WeatherModule: Module {
    func register(in container: Container) {
        container.register(.singleton) { HTTPClient(eventLoopGroupProvider: .singleton) }
            .onClose { try await $0.shutdown() }
        container.register(.singleton) { Weather(client: $0) }
    }
}

@Suite(.timeLimit(.minutes(1))) struct `AsyncHTTPClient` {
    @Test func `all share one client, and closing the container shuts it down`() async throws {
        let app = Container(modules: WeatherModule())
        let weather: Weather = try app.resolve()
        let client: HTTPClient = try app.resolve()
        #expect(weather.client === client)

        await #expect(throws: HTTPClientError.unsupportedScheme("galaxy")) {
            try await weather.report(from: "galaxy://tatooine/")
        }
        try await app.close()

        await #expect(throws: HTTPClientError.alreadyShutdown) {
            try await weather.report(from: "http://127.0.0.1:1/")
        }
    }

    @Test func `a client that nobody asked for is not made`() async throws {
        let app = Container(modules: WeatherModule())

        try await app.close()

        #expect(app.isClosed)
    }
}
