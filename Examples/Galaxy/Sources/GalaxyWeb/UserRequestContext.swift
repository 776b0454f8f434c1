// SPDX-License-Identifier: MIT

package import GalaxyDomain
package import Hummingbird
package import MortiseHummingbird

/// The context of a request of somebody who is known.
///
/// The composition root has the type that conforms, because it resolves the user.
package protocol UserRequestContext: ScopedChildContext where ParentContext == AppContext {
    var user: User { get }
}
