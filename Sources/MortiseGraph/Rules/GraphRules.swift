// SPDX-License-Identifier: MIT

/// The rules that ship with the library.
public enum GraphRules: Sendable {
    /// Every rule, in the order in which their findings are printed.
    public static let all = all { _ in [] }

    /// Returns every rule, for a caller who knows which registered types conform to a protocol.
    ///
    /// - Parameter conforming: Returns the registered types that conform to a missing protocol, for
    ///   hints. Called while findings are made, on the calling thread.
    /// - Returns: The rules, in the order in which their findings are printed.
    public static func all(
        conforming: @escaping @Sendable (Key) -> [Key]
    ) -> [any GraphRule] {
        [
            EveryDependencyIsRegistered(conforming: conforming),
            EveryLookupIsUnambiguous(),
            EveryKeyIsRegisteredOnce(),
            EveryCycleHasAProperty(),
            NoCaptives(),
            EveryFactoryIsTransparent(),
        ]
    }
}
