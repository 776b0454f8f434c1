// SPDX-License-Identifier: MIT

/// A protocol with several implementations.
protocol Repository: AnyObject, Sendable {
    var name: String { get }
}

final class RemoteRepository: Repository {
    let name = "remote"
}

final class LocalRepository: Repository {
    let name = "local"
}
