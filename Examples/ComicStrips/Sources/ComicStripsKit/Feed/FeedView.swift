// SPDX-License-Identifier: MIT

/// What a ``FeedPresenter`` knows of its screen.
package protocol FeedView: AnyObject {
    /// Shows a text in place of the list.
    func show(_ message: String)
}
