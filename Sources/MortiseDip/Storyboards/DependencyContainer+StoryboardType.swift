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
    /// Registers a class whose instances come from storyboards.
    ///
    /// Without a storyboard's instance, resolving the class calls `init()`.
    ///
    /// - Parameters:
    ///   - type: The class.
    ///   - tag: The tag; distinguishes several definitions of one class.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    /// - Returns: The definition, for further configuration.
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
