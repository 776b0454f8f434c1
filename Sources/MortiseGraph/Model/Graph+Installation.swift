// SPDX-License-Identifier: MIT

extension Graph {
    /// A module that was installed in a container.
    public struct Installation: Hashable, Sendable {
        /// The type of the module.
        public var module: TypeName

        /// The index of the container in which it was installed.
        public var container: Int

        /// The way to the module: the one that was installed directly, with the source location of
        /// that, and then those that one after the other requires, up to this module.
        public var path: [Diagnostic.Step]

        /// The keys that it registered, in order.
        public var keys: [Key]

        /// The ways to further values of the type that may differ and were left out, because the
        /// type is not `Hashable`.
        public var leftOut: [[Diagnostic.Step]]

        /// Creates an installation.
        ///
        /// - Parameters:
        ///   - module: The type of the module.
        ///   - container: The index of the container in which it was installed.
        ///   - path: The way to the module.
        ///   - keys: The keys that it registered, in order.
        ///   - leftOut: The ways to further values of the type that were left out.
        public init(
            _ module: TypeName,
            container: Int = 0,
            path: [Diagnostic.Step],
            keys: [Key] = [],
            leftOut: [[Diagnostic.Step]] = []
        ) {
            self.module = module
            self.container = container
            self.path = path
            self.keys = keys
            self.leftOut = leftOut
        }
    }
}
