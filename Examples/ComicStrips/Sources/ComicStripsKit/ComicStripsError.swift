// SPDX-License-Identifier: MIT

/// Why there is nothing to see.
package enum ComicStripsError: Error, Hashable, CustomStringConvertible {
    /// The server answered with something other than success.
    case refused(_ path: String, status: Int)

    /// The answer is not what was expected.
    case malformed(_ path: String)

    /// What the reader is told.
    package var description: String {
        switch self {
        case .refused(let path, status: 404): "\(path) is not there"
        case .refused(let path, let status): "\(path): the server answered \(status)"
        case .malformed(let path): "\(path) cannot be read"
        }
    }
}
