// SPDX-License-Identifier: MIT

// iOS and visionOS have a module of this name too, without controllers.
#if canImport(WatchKit) && !os(iOS) && !os(visionOS)
public import WatchKit

extension StoryboardInstantiatable where Self: WKInterfaceController {
    /// Completes the controller, without a tag: call it first in `awake(withContext:)`, since watchOS sets no
    /// runtime attributes (U-3).
    public func completeFromStoryboard() {
        DependencyContainer.storyboardInstantiated(self, tag: nil)
    }
}
#endif
