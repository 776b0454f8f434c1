// SPDX-License-Identifier: MIT

/// What the original's module name qualifies, so that `Dip.logLevel = .Verbose` and `Dip.Injected` go on to
/// compile.
public enum Dip: Sendable {
    /// How much is logged, by the whole program.
    public static var logLevel: LogLevel {
        get { MortiseDip.logLevel }
        set { MortiseDip.logLevel = newValue }
    }

    /// Where it is logged to, by the whole program.
    public static var logger: @Sendable (LogLevel, Any) -> Void {
        get { MortiseDip.logger }
        set { MortiseDip.logger = newValue }
    }

    /// The container.
    public typealias DependencyContainer = MortiseDip.DependencyContainer
    /// How long an instance lives.
    public typealias ComponentScope = MortiseDip.ComponentScope
    /// What `register` returns.
    public typealias Definition<T, U> = MortiseDip.Definition<T, U>
    /// What all definitions are.
    public typealias DefinitionType = MortiseDip.DefinitionType
    /// What a definition is registered under.
    public typealias DefinitionKey = MortiseDip.DefinitionKey
    /// What can be given as a tag.
    public typealias DependencyTagConvertible = MortiseDip.DependencyTagConvertible
    /// Why something could not be resolved.
    public typealias DipError = MortiseDip.DipError
    /// An instance that takes part in its own resolving.
    public typealias Resolvable = MortiseDip.Resolvable
    /// A property that is injected when its owner is resolved.
    public typealias Injected<T> = MortiseDip.Injected<T>
    /// A property that is injected, and does not keep what it holds.
    public typealias InjectedWeak<T> = MortiseDip.InjectedWeak<T>
    /// A property of one's own that is injected.
    public typealias AutoInjectedPropertyBox = MortiseDip.AutoInjectedPropertyBox
    /// How much is logged.
    public typealias LogLevel = MortiseDip.LogLevel
}
