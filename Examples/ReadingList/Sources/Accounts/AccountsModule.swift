// SPDX-License-Identifier: MIT

package import Mortise
import Networking

extension ScopeName {
    /// The scope from a login to its logout.
    package static let login: ScopeName = "login"
}

/// The users and their sessions.
package struct AccountsModule: Module, Hashable {
    package init() {}

    package var requires: [any Module] { [NetworkingModule()] }

    package func register(in container: Container) {
        container.expects(User.self, in: .login)  // Whoever opens the scope provides the user.
        container.register(.scoped(.login), autowiring: Session.init)
            .onClose { try await $0.logOut() }
    }
}
