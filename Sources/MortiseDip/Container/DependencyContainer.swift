// SPDX-License-Identifier: MIT

public import Mortise

/// Holds definitions, and the instances that live as long as the container, as in Dip.
///
/// ```swift
/// let container = DependencyContainer { container in
///     container.register { ServiceImp() as Service }
///     container.register(.singleton) { ClientImp(service: try container.resolve()) as Client }
/// }
/// let client = try container.resolve() as Client
/// ```
///
/// It is thread-safe; it holds no lock while factories, blocks or callbacks run. A factory that captures the
/// container strongly makes a reference cycle: capture it `unowned`. Blocks get the container as a
/// parameter. <doc:Differences-to-Dip> says where it does other than Dip.
public final class DependencyContainer: Sendable {
    /// The underlying Mortise container.
    ///
    /// Old and new code can share it: each resolves what the other registers.
    public let container: Container
    let home: Home
    let activations = Activations()

    /// Creates a container.
    ///
    /// - Parameters:
    ///   - rules: The version of Dip whose rules it follows.
    ///   - autoInjectProperties: Whether self-injecting properties are injected; a definition can override it.
    ///   - threadSafe: Ignored: a container is always thread-safe, without a lock.
    ///   - configBlock: Registers the first definitions. Runs once, before this initializer returns.
    public convenience init(
        rules: Rules = DependencyContainer.defaultRules,
        autoInjectProperties: Bool = true,
        threadSafe: Bool = true,
        configBlock: (DependencyContainer) -> Void = { _ in }
    ) {
        self.init(container: Container(name: "DependencyContainer"), rules: rules)
        container.injectsProperties = autoInjectProperties
        configBlock(self)
    }

    /// Creates a Dip container on top of a Mortise container; new in Mortise.
    ///
    /// From then on the Mortise container caches instances as Dip does, for all its users: one for each
    /// requested tag, and built again where a step meets their constructor. Nothing may have
    /// been resolved from it before.
    ///
    /// - Parameters:
    ///   - container: The container.
    ///   - rules: The version of Dip whose rules count for what is registered through the new container.
    public init(container: Container, rules: Rules = DependencyContainer.defaultRules) {
        self.container = container
        home = Home(container, rules)
        home.dependencyContainer = self
        // D-24 and D-28.
        container.conventions = [
            .keepsByRequest, .remakesInCycles, .prefersMostParameters, .hasPlainArrays,
        ]
        Resolutions.logged.include(container)
    }

    /// Leads from the engine's definitions to the container, without keeping it alive.
    // @unchecked: written once, before it is shared; weak references are read atomically.
    final class Home: @unchecked Sendable {
        private unowned let container: Container
        /// The identity of the Mortise container, unique as long as this one keeps it alive.
        let engine: ObjectIdentifier
        let rules: Rules
        fileprivate weak var dependencyContainer: DependencyContainer?

        init(_ container: Container, _ rules: Rules) {
            self.container = container
            self.rules = rules
            engine = ObjectIdentifier(container)
        }

        /// The container, or another one for the same engine if it was deallocated.
        var current: DependencyContainer {
            dependencyContainer ?? DependencyContainer(container: container, rules: rules)
        }
    }

    /// Traps after ``bootstrap()``.
    @usableFromInline func requireThawed() {
        guard container.isBootstrapped else { return }
        // Not a precondition: optimised code drops its message.
        fatalError("You can not modify container's definitions after it was bootstrapped.")
    }
}

extension DependencyContainer: CustomStringConvertible {
    /// The number of definitions, followed by their keys.
    public var description: String {
        let keys = container.registeredKeys.map { "\(DefinitionKey($0))" }
        return "Definitions: \(keys.count)\n" + keys.joined(separator: "\n")
    }
}
