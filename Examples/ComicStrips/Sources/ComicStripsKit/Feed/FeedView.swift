// SPDX-License-Identifier: MIT

/// The presenter's view of its screen.
package protocol FeedView: AnyObject {
    /// Shows a text in place of the list.
    func show(_ message: String)
}
