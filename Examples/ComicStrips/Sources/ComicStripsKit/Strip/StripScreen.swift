// SPDX-License-Identifier: MIT

/// One strip.
///
/// Stands in for a framework's object, like ``FeedScreen``.
package final class StripScreen: StripView {
    package var presenter: StripPresenter?

    /// The text on the screen.
    package private(set) var lines: [String] = []

    package init() {}

    /// The screen appears.
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
