// SPDX-License-Identifier: MIT

#if canImport(UIKit) || canImport(AppKit) || canImport(WatchKit)
public import Foundation
public import ObjectiveC

// The key's address counts, and nothing is ever written there.
private nonisolated(unsafe) var dipTagKey: UInt8 = 0

extension NSObject {
    /// The tag that Interface Builder sets as a user-defined runtime attribute, of type String or Nil (U-2).
    ///
    /// Setting it, even to nil, has the object completed: after `init(coder:)`, before `awakeFromNib`.
    @objc public var dipTag: String? {
        get { objc_getAssociatedObject(self, &dipTagKey) as? String }
        set {
            objc_setAssociatedObject(self, &dipTagKey, newValue, .OBJC_ASSOCIATION_COPY_NONATOMIC)
            DependencyContainer.storyboardInstantiated(self, tag: newValue)
        }
    }
}

extension DependencyContainer {
    /// Registers a class whose instances storyboards make (U-6).
    ///
    /// - Parameters:
    ///   - type: The class.
    ///   - tag: What tells several definitions of one class apart.
    ///   - file: The calling file. Leave it out.
    ///   - line: The calling line. Leave it out.
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

#if canImport(WatchKit) && os(watchOS)
public import WatchKit

extension StoryboardInstantiatable where Self: WKInterfaceController {
    /// Completes the controller, without a tag: call it first in `awake(withContext:)`, since watchOS sets no
    /// runtime attributes (U-3).
    public func completeFromStoryboard() {
        DependencyContainer.storyboardInstantiated(self, tag: nil)
    }
}
#endif
