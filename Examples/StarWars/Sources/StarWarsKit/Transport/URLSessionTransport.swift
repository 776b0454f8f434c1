// SPDX-License-Identifier: MIT

import Dispatch
public import Foundation
import Synchronization

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Fetches over HTTP and waits for the answer, but never longer than the timeout.
public final class URLSessionTransport: Transport {
    private let session: URLSession
    private let timeout: Duration

    /// Creates a transport.
    ///
    /// - Parameter timeout: The longest duration of one fetch, from first byte sent to last received.
    public init(timeout: Duration) {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.timeoutIntervalForRequest = timeout / .seconds(1)
        configuration.timeoutIntervalForResource = timeout / .seconds(1)
        self.session = URLSession(configuration: configuration)
        self.timeout = timeout
    }

    deinit {
        session.invalidateAndCancel()
    }

    /// Fetches with `GET`, following redirects.
    ///
    /// - Parameter url: The URL to fetch. Only `http` and `https` are served.
    /// - Returns: The body of an answer with status 200.
    /// - Throws: ``StarWarsError`` for a dead or slow server and for any other status.
    public func fetch(_ url: URL) throws -> Data {
        guard ["http", "https"].contains(url.scheme?.lowercased()) else {
            throw StarWarsError(.refused, at: url.absoluteString, "not an http or https URL")
        }
        let answer = Answer()
        let task = session.dataTask(with: url) { answer.arrive(data: $0, response: $1, error: $2) }
        task.resume()
        guard let (data, response, error) = answer.wait(atMost: timeout) else {
            task.cancel()
            throw timedOut(url)
        }
        if let error {
            throw failure(error, at: url)
        }
        let status = (response as? HTTPURLResponse)?.statusCode
        guard status == 200, let data else {
            let words = status.map { "the server answered \($0)" } ?? "the server gave no answer"
            throw StarWarsError(.refused, at: url.absoluteString, words)
        }
        return data
    }

    private func failure(_ error: any Error, at url: URL) -> StarWarsError {
        switch (error as? URLError)?.code {
        case .timedOut?:
            timedOut(url)
        case .cannotConnectToHost?:
            StarWarsError(.unreachable, at: url.absoluteString, "cannot connect to the server")
        case .cannotFindHost?:
            StarWarsError(.unreachable, at: url.absoluteString, "there is no such server")
        default:
            StarWarsError(.unreachable, at: url.absoluteString, error.localizedDescription)
        }
    }

    private func timedOut(_ url: URL) -> StarWarsError {
        let seconds = (timeout / .seconds(1)).formatted(.number.grouping(.never))
        return StarWarsError(.timedOut, at: url.absoluteString, "no answer within \(seconds) s")
    }
}

/// Passes one answer from the session's queue to the waiting thread.
private final class Answer: Sendable {
    typealias Content = (data: Data?, response: URLResponse?, error: (any Error)?)

    private let content = Mutex<Content?>(nil)
    private let arrived = DispatchSemaphore(value: 0)

    func arrive(data: Data?, response: URLResponse?, error: (any Error)?) {
        content.withLock { $0 = (data, response, error) }
        arrived.signal()
    }

    func wait(atMost timeout: Duration) -> Content? {
        _ = arrived.wait(timeout: .now() + timeout / .seconds(1))
        return content.withLock { $0 }
    }
}
