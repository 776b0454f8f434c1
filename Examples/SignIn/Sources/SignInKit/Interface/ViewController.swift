// SPDX-License-Identifier: MIT

/// Stands in for what a storyboard makes.
@MainActor package class ViewController {
    private var isLoaded = false

    package init() {}

    /// Called once, before the view is seen.
    package func viewDidLoad() {}

    /// Has the view seen.
    package final func appear() {
        guard !isLoaded else { return }
        isLoaded = true
        viewDidLoad()
    }
}
