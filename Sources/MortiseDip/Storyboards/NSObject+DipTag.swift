// SPDX-License-Identifier: MIT

// The only file that needs Objective-C: `scripts/platforms.sh` compiles it without the attribute.
#if canImport(ObjectiveC) && (canImport(UIKit) || canImport(AppKit) || canImport(WatchKit))
import Foundation  // Required by @objc.
public import ObjectiveC

// Only the key's address is used; it is never written.
private nonisolated(unsafe) var dipTagKey: UInt8 = 0

extension NSObject {
    /// The tag that Interface Builder sets as a user-defined runtime attribute, of type String or Nil.
    ///
    /// Setting it, even to nil, completes the object: after `init(coder:)`, before `awakeFromNib`.
    @objc public var dipTag: String? {
        get { objc_getAssociatedObject(self, &dipTagKey) as? String }
        set {
            objc_setAssociatedObject(self, &dipTagKey, newValue, .OBJC_ASSOCIATION_COPY_NONATOMIC)
            DependencyContainer.storyboardInstantiated(self, tag: newValue)
        }
    }
}
#endif
