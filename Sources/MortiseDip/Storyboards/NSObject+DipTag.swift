// SPDX-License-Identifier: MIT

// The only file that needs Objective-C: `scripts/platforms.sh` compiles it without, but for the attribute.
#if canImport(ObjectiveC) && (canImport(UIKit) || canImport(AppKit) || canImport(WatchKit))
import Foundation  // What @objc needs.
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
#endif
