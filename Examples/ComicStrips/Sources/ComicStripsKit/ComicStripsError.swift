// SPDX-License-Identifier: MIT

/// The reason why there is nothing to show.
package enum ComicStripsError: Error, Hashable, CustomStringConvertible {
    /// The server answered with something other than success.
    case refused(_ path: String, status: Int)

    /// The answer is malformed.
    case malformed(_ path: String)

    /// The text for the reader.
    package var description: String {
        switch self {
        case .refused(let path, status: 404): "\(path) is not there"
        case .refused(let path, let status): "\(path): the server answered \(status)"
        case .malformed(let path): "\(path) cannot be read"
        }
    }
}
