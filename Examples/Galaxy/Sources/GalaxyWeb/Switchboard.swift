// SPDX-License-Identifier: MIT

/// What an administrator sees and changes of the running program.
package struct Switchboard: Sendable {
    package let select: @Sendable (String) throws -> Void
    package let graph: @Sendable () -> String

    /// - Parameters:
    ///   - select: Selects a source by its name. Throws if there is none.
    ///   - graph: The graph of the running container, as JSON.
    package init(
        select: @escaping @Sendable (String) throws -> Void,
        graph: @escaping @Sendable () -> String
    ) {
        self.select = select
        self.graph = graph
    }
}
