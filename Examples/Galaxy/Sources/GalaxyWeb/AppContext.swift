// SPDX-License-Identifier: MIT

package import Hummingbird
package import MortiseHummingbird

/// The context of each request, with its scope.
package struct AppContext: ScopedRequestContext {
    package var coreContext: CoreRequestContextStorage
    package var scope = RequestScope()

    package init(source: Source) { coreContext = .init(source: source) }
}
