// SPDX-License-Identifier: MIT

/// Stands in for a view controller of a storyboard.
@MainActor package class ViewController {
    private var isLoaded = false

    package init() {}

    /// Called once, before the view appears.
    package func viewDidLoad() {}

    /// Shows the view.
    package final func appear() {
        guard !isLoaded else { return }
        isLoaded = true
        viewDidLoad()
    }
}
