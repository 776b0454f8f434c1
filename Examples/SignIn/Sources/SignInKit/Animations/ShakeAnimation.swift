// SPDX-License-Identifier: MIT

/// Shakes a view.
@MainActor package protocol ShakeAnimation: AnyObject {
    func shake()
}

/// Shakes a view from side to side, less and less.
@MainActor final class ShakeAnimationImp: ShakeAnimation {
    // The view keeps its animation alive.
    private weak var view: View?

    init(view: View) { self.view = view }

    func shake() {
        for distance in [10, -10, 5, -5, 0] { view?.offset = distance }
    }
}
