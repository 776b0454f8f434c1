// SPDX-License-Identifier: MIT

/// One strip.
///
/// Stands in for what a framework makes, as ``FeedScreen`` does.
package final class StripScreen: StripView {
    package var presenter: StripPresenter?

    /// What the reader sees.
    package private(set) var lines: [String] = []

    package init() {}

    /// The reader sees it.
    package func appear() {
        lines = []
        presenter?.load()
    }

    package func show(_ strip: Strip, _ picture: Picture?) {
        lines = ["\(strip.number)  \(strip.title)", ""]
        lines += picture?.lines ?? ["(no picture)"]
        lines += ["", strip.caption]
    }

    package func show(_ message: String) {
        lines = [message]
    }
}
