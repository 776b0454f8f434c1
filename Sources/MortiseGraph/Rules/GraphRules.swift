// SPDX-License-Identifier: MIT

/// The rules that ship with the library.
public enum GraphRules: Sendable {
    /// Every rule, in the order in which their findings are printed.
    public static let all = all()

    /// Returns every rule, for a caller who knows which registered types conform to a protocol.
    ///
    /// The closures are called while findings are made, on the calling thread.
    ///
    /// - Parameters:
    ///   - conforming: Returns the registered types that conform to a missing protocol, for hints.
    ///   - conformances: Returns the registered protocols to which a definition's type conforms,
    ///     for hints.
    /// - Returns: The rules, in the order in which their findings are printed.
    public static func all(
        conforming: @escaping @Sendable (Key) -> [Key] = { _ in [] },
        conformances: @escaping @Sendable (Graph.Node) -> [Key] = { _ in [] }
    ) -> [any GraphRule] {
        [
            EveryDependencyIsRegistered(conforming: conforming),
            EveryLookupIsUnambiguous(),
            EveryKeyIsRegisteredOnce(),
            EveryModuleIsInstalledOnce(),
            EveryReplacementReplaces(conformances: conformances),
            EveryInputIsBrought(conformances: conformances),
            EveryCycleHasAProperty(),
            NoCaptives(),
            EveryFactoryIsTransparent(),
        ]
    }
}
