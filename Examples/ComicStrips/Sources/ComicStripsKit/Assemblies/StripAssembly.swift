// SPDX-License-Identifier: MIT

package import MortiseEasyDi

/// The screen with one strip.
package final class StripAssembly: Assembly {
    lazy var services: ServiceAssembly = self.context.assembly()

    /// Makes a screen for the strip with a number.
    package func screen(number: Int) -> StripScreen {
        let screen = StripScreen()
        inject(into: screen, number: number)
        return screen
    }

    /// Completes a screen for the strip with a number.
    package func inject(into screen: StripScreen, number: Int) {
        defineInjection(key: "view", into: screen) {
            $0.presenter = self.presenter(number: number)
            return $0
        }
    }

    /// The screen under completion.
    var view: any StripView { definePlaceholder() }

    func presenter(number: Int) -> StripPresenter {
        // The key tells the presenters of several screens in one graph apart.
        define(
            key: "presenter\(number)",
            init: StripPresenter(
                number: number,
                strips: services.stripService,
                images: services.imageService
            )
        ) {
            $0.view = self.view
            return $0
        }
    }
}
