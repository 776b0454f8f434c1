// SPDX-License-Identifier: MIT

/// The newest strips, by title.
///
/// Stands in for a framework's object, such as a view controller of a storyboard: it is made without
/// dependencies, and ``FeedAssembly/inject(into:)`` completes it.
package final class FeedScreen: FeedView {
    package var presenter: FeedPresenter?
    /// The list that the presenter fills.
    package var list: StripList?

    /// The text shown in place of the list.
    package private(set) var message: String?

    package init() {}

    /// The screen appears.
    package func appear() {
        message = nil
        presenter?.load()
    }

    /// The reader taps a row.
    package func select(row: Int) -> StripScreen? {
        presenter?.screen(forRow: row)
    }

    /// The text on the screen.
    package var lines: [String] {
        if let message { return [message] }
        return (list?.strips ?? []).map { "\($0.number)  \($0.title)" }
    }

    package func show(_ message: String) {
        self.message = message
    }
}
