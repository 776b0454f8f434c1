// SPDX-License-Identifier: MIT

#if canImport(UIKit)
public import UIKit
#elseif canImport(AppKit)
public import AppKit
#elseif canImport(WatchKit)
public import WatchKit
#endif

#if canImport(UIKit) || canImport(AppKit) || canImport(WatchKit)
extension DependencyContainer {
    /// Registers a class whose instances storyboards make (U-6).
    ///
    /// Where no storyboard has made one, resolving the class calls `init()`.
    ///
    /// - Parameters:
    ///   - type: The class.
    ///   - tag: What tells several definitions of one class apart.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    /// - Returns: The definition, to be refined.
    public func register<T: NSObject & StoryboardInstantiatable>(
        storyboardType type: T.Type,
        tag: (any DependencyTagConvertible)? = nil,
        file: StaticString = #fileID,
        line: UInt32 = #line
    ) -> Definition<T, Void> {
        register(storyboardType: type, tag: tag, file: file, line: line) { T() }
    }
}
#endif
