// SPDX-License-Identifier: MIT

package import Mortise

/// The connection to the server.
///
/// Needs a ``ServerAddress``, which the program registers.
package struct NetworkingModule: Module, Hashable {
    package init() {}

    package func register(in container: Container) {
        container.register(.singleton) { RequestLog() }
        // A test with an overlay fails if it reaches the server.
        container.register(.singleton) { LocalServer(address: $0, log: $1) as any API }.unstubbed()
    }
}
