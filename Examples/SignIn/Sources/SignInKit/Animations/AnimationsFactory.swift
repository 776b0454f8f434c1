// SPDX-License-Identifier: MIT

package import MortiseDip

/// Makes animations.
@MainActor package protocol AnimationsFactory {
    func shakeAnimation(view: View) -> any ShakeAnimation
}

// The container is the factory, as in the article: its users know only the protocol.
extension DependencyContainer: AnimationsFactory {
    package func shakeAnimation(view: View) -> any ShakeAnimation {
        do {
            return try resolve(arguments: view)
        } catch {
            fatalError("\(error)")
        }
    }
}
