// SPDX-License-Identifier: MIT

/// The rules that ship with the library.
public enum GraphRules: Sendable {
    /// Every rule, in the order in which their findings are printed.
    public static let all: [any GraphRule] = [
        EveryDependencyIsRegistered(),
        EveryLookupIsUnambiguous(),
        EveryKeyIsRegisteredOnce(),
        EveryCycleHasAProperty(),
        NoCaptives(),
        EveryFactoryIsTransparent(),
    ]
}
