// SPDX-License-Identifier: MIT

/// What an administrator sees and changes of the running program.
public struct Switchboard: Sendable {
    public let select: @Sendable (String) throws -> Void
    public let graph: @Sendable () -> String

    /// - Parameters:
    ///   - select: Selects a source by its tag. Throws if there is none.
    ///   - graph: The graph of the running container, as JSON.
    public init(
        select: @escaping @Sendable (String) throws -> Void,
        graph: @escaping @Sendable () -> String
    ) {
        self.select = select
        self.graph = graph
    }
}
