// SPDX-License-Identifier: MIT

/// Stands for the original's module name: `Dip.logLevel = .Verbose` and `Dip.Injected` compile.
public enum Dip: Sendable {
    /// The amount of logging in the whole program.
    public static var logLevel: LogLevel {
        get { MortiseDip.logLevel }
        set { MortiseDip.logLevel = newValue }
    }

    /// The log's output, for the whole program.
    public static var logger: @Sendable (LogLevel, Any) -> Void {
        get { MortiseDip.logger }
        set { MortiseDip.logger = newValue }
    }

    /// The container.
    public typealias DependencyContainer = MortiseDip.DependencyContainer
    /// The lifetime of an instance.
    public typealias ComponentScope = MortiseDip.ComponentScope
    /// The result of `register`.
    public typealias Definition<T, U> = MortiseDip.Definition<T, U>
    /// A definition of any type.
    public typealias DefinitionType = MortiseDip.DefinitionType
    /// The key under which a definition is registered.
    public typealias DefinitionKey = MortiseDip.DefinitionKey
    /// A type whose values can be tags.
    public typealias DependencyTagConvertible = MortiseDip.DependencyTagConvertible
    /// The reason why resolving failed.
    public typealias DipError = MortiseDip.DipError
    /// An instance that takes part in its own resolution.
    public typealias Resolvable = MortiseDip.Resolvable
    /// A property that is injected when its owner is resolved.
    public typealias Injected<T> = MortiseDip.Injected<T>
    /// A property that is injected and holds its instance weakly.
    public typealias InjectedWeak<T> = MortiseDip.InjectedWeak<T>
    /// A custom property that is injected.
    public typealias AutoInjectedPropertyBox = MortiseDip.AutoInjectedPropertyBox
    /// The amount of logging.
    public typealias LogLevel = MortiseDip.LogLevel
}
