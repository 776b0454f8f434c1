// SPDX-License-Identifier: MIT

// As much of Apple's module as storyboards need: see ObjectiveC.swift.

@_exported import Foundation

/// A controller that storyboards make.
@MainActor open class WKInterfaceController: NSObject {
    /// Called when the controller is there.
    ///
    /// - Parameter context: What whoever presents it hands over.
    open func awake(withContext context: Any?) {}
}
