// SPDX-License-Identifier: MIT

/// What a program tells the framework, and what it is told.
@MainActor public protocol ApplicationDelegate: AnyObject {
    /// Creates the delegate.
    init()

    /// The program was started.
    func didFinishLaunching(with arguments: [String])

    /// The user opened a screen.
    func screen(named name: String) -> Screen?

    /// The program is about to end.
    func willTerminate()
}

/// A part of the program that the user sees.
@MainActor open class Screen {
    /// Creates a screen.
    public init() {}

    /// The screen was loaded.
    open func didLoad() {}

    /// The user sees the screen.
    open func didAppear() {}

    /// The user tapped something.
    open func didTap(_ item: String) {}
}

extension ApplicationDelegate {
    /// Starts the program, and plays the taps of a user.
    public static func main() {
        let delegate = Self()
        delegate.didFinishLaunching(with: Array(CommandLine.arguments.dropFirst()))
        for name in ["list", "detail"] {
            guard let screen = delegate.screen(named: name) else { continue }
            screen.didLoad()
            screen.didAppear()
            for item in ["add", "share"] { screen.didTap(item) }
        }
        delegate.willTerminate()
    }
}
