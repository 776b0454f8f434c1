// SPDX-License-Identifier: MIT

#if Configuration
public import Configuration
public import Mortise

extension Container {
    /// Binds structures to keys of the configuration.
    ///
    /// ```swift
    /// app.configure(with: [EnvironmentVariablesProvider(), InMemoryProvider(values: defaults)]) {
    ///     $0.bind(DatabaseConfig.self, at: "galaxy.db")
    ///     $0.bind(HTTPConfig.self, at: "galaxy.http")
    ///     $0.bindReloading(FeatureFlags.self, at: "galaxy.flags") { logger.error("\($0)") }
    /// }
    /// try app.bootstrap()
    /// ```
    ///
    /// Each binding registers an eager singleton, so `bootstrap()` reads it. If it cannot be read,
    /// the error has all that is wrong with it and with all other bindings of the container that are
    /// read in this way: see ``ConfigurationError``. Bind before you register other eager singletons:
    /// they are made in this order, and the first that fails ends it.
    ///
    /// Values are read as with `ConfigReader`, the first provider that has one wins. What is there
    /// but cannot be read is an error, also where the structure has a default for what is missing.
    ///
    /// It works on every container and in modules, as often as you like. It is like several calls of
    /// `register`, which says what may be called when.
    ///
    /// - Parameters:
    ///   - providers: Where the configuration is, in the order of precedence.
    ///   - reporter: Gets what each reading looked up, on the thread that reads.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - bind: Binds structures. Runs once, at once.
    /// - Throws: What `bind` throws. What was bound before stays, unless this is inside `install { }`.
    public func configure(
        with providers: [any ConfigProvider],
        reporter: (any AccessReporter)? = nil,
        file: StaticString = #fileID,
        line: UInt32 = #line,
        _ bind: (ConfigBindings) throws -> Void
    ) rethrows {
        try bind(bindings(to: providers, isFetching: false, reporter, file, line))
    }

    /// Binds structures to keys of a configuration that is fetched.
    ///
    /// It is for providers that have to ask somebody: each key that a structure reads is asked for
    /// with `fetchValue`. The bindings are asynchronous definitions: use `async.bootstrap()`. After
    /// it, they are resolved like all others. Otherwise it is like `configure(with:)`.
    ///
    /// An error that `bootstrap()` throws for a binding that is fetched has what is wrong with all
    /// bindings. One for a binding that is not fetched has only what is wrong with those that are not
    /// either, so fetch first.
    ///
    /// - Parameters:
    ///   - providers: Where the configuration is, in the order of precedence.
    ///   - reporter: Gets what each reading looked up.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - bind: Binds structures. Runs once, at once.
    /// - Throws: What `bind` throws. What was bound before stays, unless this is inside `install { }`.
    public func configure(
        fetchingFrom providers: [any ConfigProvider],
        reporter: (any AccessReporter)? = nil,
        file: StaticString = #fileID,
        line: UInt32 = #line,
        _ bind: (ConfigBindings) throws -> Void
    ) rethrows {
        try bind(bindings(to: providers, isFetching: true, reporter, file, line))
    }

    private func bindings(
        to providers: [any ConfigProvider],
        isFetching: Bool,
        _ reporter: (any AccessReporter)?,
        _ file: StaticString,
        _ line: UInt32
    ) -> ConfigBindings {
        let group = BindingGroup(
            of: self,
            providers: providers,
            isFetching: isFetching,
            reporter: reporter
        )
        // So that an error finds the bindings of all calls.
        register(.singleton, as: BindingGroup.self, file: file, line: line) { group }.contributing()
        return ConfigBindings(container: self, group: group)
    }
}
#endif
