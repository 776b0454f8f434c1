// SPDX-License-Identifier: MIT

#if canImport(UIKit) && !os(watchOS)
public import UIKit

extension UIStoryboard {
    /// The container that completes storyboards' objects, as in Dip's article; the only one of
    /// ``DependencyContainer/uiContainers``.
    ///
    /// It is global, and may be set from any thread.
    nonisolated public static var container: DependencyContainer? {
        get { DependencyContainer.uiContainers.first }
        set { DependencyContainer.uiContainers = newValue.map { [$0] } ?? [] }
    }
}
#elseif canImport(AppKit)
public import AppKit

extension NSStoryboard {
    /// The container that completes storyboards' objects, as in Dip's article; the only one of
    /// ``DependencyContainer/uiContainers``.
    ///
    /// It is global, and may be set from any thread.
    nonisolated public static var container: DependencyContainer? {
        get { DependencyContainer.uiContainers.first }
        set { DependencyContainer.uiContainers = newValue.map { [$0] } ?? [] }
    }
}
#endif
