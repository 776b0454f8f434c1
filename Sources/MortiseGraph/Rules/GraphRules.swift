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
    ///   - opened: Returns the names of scopes that are open, beside the containers of the graph.
    /// - Returns: The rules, in the order in which their findings are printed.
    public static func all(
        conforming: @escaping @Sendable (Key) -> [Key] = { _ in [] },
        conformances: @escaping @Sendable (Graph.Node) -> [Key] = { _ in [] },
        opened: @escaping @Sendable () -> Set<String> = { [] }
    ) -> [any GraphRule] {
        let dependencies = EveryDependencyIsRegistered(conforming: conforming)
        let lookups = EveryLookupIsUnambiguous()
        let keys = EveryKeyIsRegisteredOnce()
        let contributions = EveryContributionIsCollected()
        let modules = EveryModuleIsInstalledOnce()
        let replacements = EveryReplacementReplaces(conformances: conformances)
        let decorators = EveryDecoratorDecorates(conforming: conforming)
        let inputs = EveryInputIsBrought(conformances: conformances)
        let cycles = EveryCycleHasAProperty()
        let captives = NoCaptives()
        let scopes = EveryScopeIsOpen(opened: opened)
        let providers = EveryProviderCanResolve()
        let factories = EveryFactoryIsTransparent()
        return [
            ShippedRule(dependencies.code, dependencies.findings),
            ShippedRule(lookups.code, lookups.findings),
            ShippedRule(keys.code, keys.findings),
            ShippedRule(contributions.code, contributions.findings),
            ShippedRule(modules.code, modules.findings),
            ShippedRule(replacements.code, replacements.findings),
            ShippedRule(decorators.code, decorators.findings),
            ShippedRule(inputs.code, inputs.findings),
            ShippedRule(cycles.code, cycles.findings),
            ShippedRule(captives.code, captives.findings),
            ShippedRule(scopes.code, scopes.findings),
            ShippedRule(providers.code, providers.findings),
            ShippedRule(factories.code, factories.findings),
        ]
    }
}

/// A rule that ships with the library.
///
/// The rules themselves conform to no protocol: a program keeps what conforms to one, and everything
/// that this needs, whether it validates a graph or not.
private struct ShippedRule: GraphRule {
    let code: DiagnosticCode
    private let find: @Sendable (Graph) -> [Diagnostic]

    init(_ code: DiagnosticCode, _ find: @escaping @Sendable (Graph) -> [Diagnostic]) {
        self.code = code
        self.find = find
    }

    func findings(in graph: Graph) -> [Diagnostic] { find(graph) }
}
