// SPDX-License-Identifier: MIT

// On iOS and visionOS, the module of this name has no controllers.
#if canImport(WatchKit) && !os(iOS) && !os(visionOS)
public import WatchKit

extension StoryboardInstantiatable where Self: WKInterfaceController {
    /// Completes the controller, without a tag.
    ///
    /// Call it first in `awake(withContext:)`: watchOS sets no runtime attributes.
    public func completeFromStoryboard() {
        DependencyContainer.storyboardInstantiated(self, tag: nil)
    }
}
#endif
