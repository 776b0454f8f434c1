// SPDX-License-Identifier: MIT

// As much of UIKit as the samples use. The module has another name than Apple's: MortiseDip would take it for that.

/// A view.
@MainActor open class UIView {
    /// Makes a view.
    public init() {}
}

/// A screen.
@MainActor open class UIViewController {
    /// Makes a screen.
    public init() {}

    /// The screen's view.
    public var view = UIView()

    /// Is called when the view is there.
    open func viewDidLoad() {}
}
