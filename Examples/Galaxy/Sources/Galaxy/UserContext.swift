// SPDX-License-Identifier: MIT

import GalaxyDomain
import GalaxyWeb
import Hummingbird
import MortiseHummingbird

/// The context of a request of somebody who is known.
///
/// Others are answered with 401.
struct UserContext: UserRequestContext {
    var coreContext: CoreRequestContextStorage
    var scope: RequestScope
    let user: User

    init(context: AppContext) throws {
        coreContext = context.coreContext
        scope = context.scope
        user = try Composition.user(of: context)
    }
}
