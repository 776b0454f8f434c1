// SPDX-License-Identifier: MIT

// As much of Apple's module as storyboards need: see ObjectiveC.swift.

@_exported import Foundation

/// A controller that storyboards make.
@MainActor open class NSViewController: NSObject {}

/// A file of controllers.
@MainActor open class NSStoryboard: NSObject {}
