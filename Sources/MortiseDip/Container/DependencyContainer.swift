// SPDX-License-Identifier: MIT

public import Mortise

/// Holds definitions, and the instances whose lifetime is its own (D-1).
///
/// ```swift
/// let container = DependencyContainer { container in
///     container.register { ServiceImp() as Service }
///     container.register(.singleton) { ClientImp(service: try container.resolve()) as Client }
/// }
/// let client = try container.resolve() as Client
/// ```
///
/// May be used from any thread; no lock is held while factories, blocks or callbacks run. A factory that
/// captures the container keeps it alive, and the container the factory: capture it `unowned` (D-2). The
/// blocks of definitions get it as a parameter.
public final class DependencyContainer: Sendable {
    /// What the container really is: a container of Mortise.
    ///
    /// Old and new code can share it: what either of them registers, both resolve.
    public let container: Container
    let home: Home
    let activations = Activations()

    /// Creates a container.
    ///
    /// - Parameters:
    ///   - autoInjectProperties: Whether properties that inject themselves are injected, unless a
    ///     definition says otherwise (D-71).
    ///   - threadSafe: Has no meaning any more: a container always is, and takes no lock for it (D-100).
    ///   - configBlock: Registers the first definitions. Runs once, before this initializer returns.
    public convenience init(
        autoInjectProperties: Bool = true,
        threadSafe: Bool = true,
        configBlock: (DependencyContainer) -> Void = { _ in }
    ) {
        self.init(container: Container(name: "DependencyContainer"))
        container.injectsProperties = autoInjectProperties
        configBlock(self)
    }

    /// Speaks Dip to a container of Mortise: new.
    ///
    /// From then on the container keeps instances as Dip does, whoever asks: one for each tag that is asked
    /// for (D-24), and made once more where a step meets their constructor (D-28). Nothing may have been
    /// resolved from it before.
    ///
    /// - Parameter container: The container.
    public init(container: Container) {
        self.container = container
        home = Home(container)
        home.dependencyContainer = self
        // D-24 and D-28.
        container.conventions = [.keepsByRequest, .remakesInCycles]
        Resolutions.logged.include(container)
    }

    /// The container of what a definition of the engine calls, without keeping it alive.
    // @unchecked: written once, before anybody else sees it; weak references are read atomically.
    final class Home: @unchecked Sendable {
        private unowned let container: Container
        /// Which container of Mortise it speaks to: no other one gets that identity meanwhile.
        let engine: ObjectIdentifier
        fileprivate weak var dependencyContainer: DependencyContainer?

        init(_ container: Container) {
            self.container = container
            engine = ObjectIdentifier(container)
        }

        /// The container; another one for the same engine if nobody keeps it.
        var current: DependencyContainer {
            dependencyContainer ?? DependencyContainer(container: container)
        }
    }

    /// Traps after ``bootstrap()`` (D-45).
    @usableFromInline func requireThawed() {
        guard container.isBootstrapped else { return }
        // Not a precondition: optimised code would leave the text out.
        fatalError("You can not modify container's definitions after it was bootstrapped.")
    }
}

extension DependencyContainer: CustomStringConvertible {
    /// The number of definitions, and their keys (D-13).
    public var description: String {
        let keys = container.registeredKeys.map { "\(DefinitionKey($0))" }
        return "Definitions: \(keys.count)\n" + keys.joined(separator: "\n")
    }
}
