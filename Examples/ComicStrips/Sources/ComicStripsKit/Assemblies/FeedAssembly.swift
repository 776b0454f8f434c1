// SPDX-License-Identifier: MIT

package import MortiseEasyDi

/// The screen with the newest strips.
package final class FeedAssembly: Assembly {
    lazy var services: ServiceAssembly = self.context.assembly()
    lazy var strips: StripAssembly = self.context.assembly()

    /// Completes a screen with one graph of objects.
    package func inject(into screen: FeedScreen) {
        defineInjection(key: "view", into: screen) {
            $0.presenter = self.presenter
            $0.list = self.list
            return $0
        }
    }

    /// The screen under completion.
    var view: any FeedView { definePlaceholder() }

    var presenter: FeedPresenter {
        define(init: FeedPresenter(list: list, service: services.stripService)) {
            $0.view = self.view
            $0.makeScreen = self.strips.screen(number:)
            return $0
        }
    }

    var list: StripList { define(init: StripList()) }
}
