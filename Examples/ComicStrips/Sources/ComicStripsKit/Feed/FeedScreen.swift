// SPDX-License-Identifier: MIT

/// The newest strips, by title.
///
/// Stands in for what a framework makes, such as a view controller of a storyboard: it is made without
/// anything, and completed by ``FeedAssembly/inject(into:)``.
package final class FeedScreen: FeedView {
    package var presenter: FeedPresenter?
    /// What the presenter fills.
    package var list: StripList?

    /// What is shown in place of the list.
    package private(set) var message: String?

    package init() {}

    /// The reader sees it.
    package func appear() {
        message = nil
        presenter?.load()
    }

    /// The reader taps a row.
    package func select(row: Int) -> StripScreen? {
        presenter?.screen(forRow: row)
    }

    /// What the reader sees.
    package var lines: [String] {
        if let message { return [message] }
        return (list?.strips ?? []).map { "\($0.number)  \($0.title)" }
    }

    package func show(_ message: String) {
        self.message = message
    }
}
