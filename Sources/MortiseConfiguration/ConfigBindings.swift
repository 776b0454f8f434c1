// SPDX-License-Identifier: MIT

#if Configuration
public import Configuration
public import Mortise
import MortiseGraph

/// Binds structures to keys: what `configure(with:)` gives to its closure.
public struct ConfigBindings {
    let container: Container
    let group: BindingGroup

    /// Binds a structure to a key, to be read once.
    ///
    /// ```swift
    /// $0.bind(DatabaseConfig.self, at: "galaxy.db")
    /// $0.bind(DatabaseConfig.self, at: "galaxy.archive", tag: "archive")
    /// ```
    ///
    /// - Parameters:
    ///   - type: The structure.
    ///   - key: The key that the keys of the structure begin with.
    ///   - tag: The tag of the definition.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    /// - Returns: The definition, an eager singleton.
    @discardableResult
    public func bind<Value: ConfigBound>(
        _ type: Value.Type,
        at key: ConfigKey,
        tag: (any TagConvertible)? = nil,
        file: StaticString = #fileID,
        line: UInt32 = #line
    ) -> Definition<Value> {
        let group = group
        let binding = Binding<Value>(at: key, tag: tag?.tag, file: file, line: line)
        group.add(BoundMember(binding: binding))
        guard group.isFetching else {
            return container.register(
                .eagerSingleton,
                as: Value.self,
                tag: tag,
                file: file,
                line: line
            ) {
                (resolver: inout Resolver) in
                try group.value(of: binding, &resolver)
            }
            .seen()
        }
        return container.register(.eagerSingleton, as: Value.self, tag: tag, file: file, line: line)
        {
            (resolver: inout AsyncResolver) async throws in
            try await group.value(of: binding, &resolver)
        }
        .seen()
    }

    /// Binds a structure to a key, and reads it again whenever the configuration changes.
    ///
    /// ```swift
    /// $0.bindReloading(FeatureFlags.self, at: "galaxy.flags") { logger.error("\($0)") }
    /// ```
    ///
    /// A resolve gives the structure as it was read last. Those who read it for longer use a
    /// provider, `values(of:)`, or a property with `@Observed`: they follow. A singleton that was
    /// made with the structure itself keeps what it got.
    ///
    /// A structure that cannot be read stops the start, as for other bindings. Later, the last good
    /// one stays, and the failure is reported. Nobody is told if nothing changed that the structure
    /// looked up. All reloading structures of one call of `configure` are read from the same state.
    ///
    /// The following begins when the first of them is resolved, at the latest in `bootstrap()`, and
    /// has ended when the closing of the container has ended. A provider that reloads works only
    /// while it runs: register it, and mark it with `runs()`. Then whatever needs the structure
    /// begins after it.
    ///
    /// - Parameters:
    ///   - type: The structure.
    ///   - key: The key that the keys of the structure begin with.
    ///   - tag: The tag of the definition.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - report: Gets each failure of a reload, if it differs from the last one. Runs in a task of
    ///     its own, outside all locks. It must not wait for the closing of the container, which waits
    ///     for it.
    /// - Returns: The definition.
    @discardableResult
    public func bindReloading<Value: ConfigBound>(
        _ type: Value.Type,
        at key: ConfigKey,
        tag: (any TagConvertible)? = nil,
        file: StaticString = #fileID,
        line: UInt32 = #line,
        onFailure report: @escaping @Sendable (ConfigurationError) -> Void
    ) -> Definition<Value> {
        let group = group
        let binding = Binding<Value>(at: key, tag: tag?.tag, file: file, line: line)
        let latest = Latest(binding, report: report)
        let watchTag = group.watchTag(orElse: .text("\(key) \(file):\(line)"))
        if group.add(BoundMember(binding: binding, latest: latest)) {
            registerWatch(tag: watchTag, file: file, line: line)
        }
        return container.register(
            .eagerSingleton,
            as: Latest<Value>.self,
            tag: tag,
            file: file,
            line: line
        ) { (resolver: inout Resolver) in
            let watch: ConfigurationWatch = try resolver.resolve(tag: watchTag)
            if latest.faultsInsteadOfValue != nil {
                group.load(latest)
                // What is followed may have changed meanwhile.
                watch.check()
            }
            if let faults = latest.faultsInsteadOfValue {
                throw try group.error(binding.step, faults, &resolver)
            }
            return latest
        }
        .seen()
        // Converted at each request, so no request sees a structure that was replaced.
        .forwarding(to: Value.self, tag: tag, file: file, line: line) { $0.current }
    }

    private func registerWatch(tag watchTag: DefinitionTag, file: StaticString, line: UInt32) {
        let group = group
        let scope = Lifetime.Caching.singleton
        let definition =
            if group.isFetching {
                container.register(
                    scope,
                    as: ConfigurationWatch.self,
                    tag: watchTag,
                    file: file,
                    line: line
                ) { (resolver: inout AsyncResolver) async throws in
                    try await group.load(&resolver)
                    return ConfigurationWatch(group)
                }
            } else {
                container.register(
                    scope,
                    as: ConfigurationWatch.self,
                    tag: watchTag,
                    file: file,
                    line: line
                ) { (resolver: inout Resolver) in
                    try group.load(&resolver)
                    return ConfigurationWatch(group)
                }
            }
        definition.seen().onClose { (watch: ConfigurationWatch) async in await watch.stop() }
    }
}

// It belongs to the call of `configure`.
@available(*, unavailable)
extension ConfigBindings: Sendable {}
#endif
