// SPDX-License-Identifier: MIT

package import Foundation

/// The strips that ship with the program.
package enum ShippedData {
    /// The folder that stands in for the server.
    package static var folder: URL { Bundle.module.bundleURL.appending(path: "Data") }
}
