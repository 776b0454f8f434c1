// SPDX-License-Identifier: MIT

import MortiseDip

/// Stands in for a storyboard: makes controllers by name, and sets their attributes.
@MainActor package struct Storyboard {
    private struct Entry {
        let make: () -> ViewController
        let attributes: [String: String?]
    }

    /// The storyboard of this program.
    package static var main: Storyboard {
        var storyboard = Storyboard()
        storyboard.add("SignIn", attributes: ["dipTag": "ViewController"]) { AuthViewController() }
        storyboard.add("Imprint") { ViewController() }
        return storyboard
    }

    private var entries: [String: Entry] = [:]

    /// Adds a controller, with the "User Defined Runtime Attributes" of Interface Builder.
    package mutating func add(
        _ name: String,
        attributes: [String: String?] = [:],
        make: @escaping () -> ViewController
    ) {
        entries[name] = Entry(make: make, attributes: attributes)
    }

    /// Makes a controller, and sets its attributes before it is returned.
    package func instantiate(_ name: String) -> ViewController? {
        guard let entry = entries[name] else { return nil }
        let controller = entry.make()
        if let tag = entry.attributes["dipTag"] {
            // With Objective-C, the setter of `dipTag` does this.
            DependencyContainer.storyboardInstantiated(controller, tag: tag)
        }
        return controller
    }
}
