// SPDX-License-Identifier: MIT

public import Mortise
import MortiseGraph
public import Testing

/// Gives each test, and each argument of a parameterised test, an overlay of its own.
///
/// ```swift
/// @Test(.overriding(app) { $0.register(.singleton) { FakeGateway() as any Gateway }.replacing() })
/// func `an order is paid`() throws {
///     let shop = try Container.current.resolve(Shop.self)
/// }
/// ```
///
/// The overlay is `Container.current` while the test runs, with cached instances of its own; the
/// container beneath never sees them. Any number of tests may run at the same time. Traits nest:
/// the overlay of a test is made over that of its suite.
///
/// Afterwards the overlay is closed, and an error of closing it fails the test. The test also fails
/// if it reaches an `unstubbed()` definition that was not replaced, even if no code sees the error,
/// or if a definition of the overlay is marked as `replacing()` and there is nothing to replace.
///
/// An `unstubbed()` definition is one issue each time it is reached, whether the test throws the
/// error or not. `withKnownIssue` around the code that reaches it absorbs the issue.
public struct OverlayTrait: TestTrait, SuiteTrait, TestScoping {
    private let base: @Sendable () -> Container
    private let configure: @Sendable (Container) throws -> Void

    init(
        _ base: @escaping @Sendable () -> Container,
        _ configure: @escaping @Sendable (Container) throws -> Void
    ) {
        self.base = base
        self.configure = configure
    }

    /// Applies the trait to every test of a suite.
    public var isRecursive: Bool { true }

    /// Runs a test with its overlay.
    ///
    /// - Parameters:
    ///   - test: The test.
    ///   - testCase: One of its arguments.
    ///   - function: Runs it.
    /// - Throws: Any error from the test and from the registration of its overlay.
    public func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        let refused = Refusals(of: test)
        let overlay = base().overriding(name: test.name) { refused.add($0) }
        try configure(overlay)
        let result: Result<Void, any Error>
        do {
            try await Refusals.$isInTest.withValue(true) {
                try await Container.withCurrent(overlay, function)
            }
            result = .success(())
        } catch {
            result = refused.contains(error) ? .success(()) : .failure(error)
        }
        for finding in overlay.vainDefinitions {
            Issue.record("\(finding.rendered())", sourceLocation: test.sourceLocation)
        }
        refused.recordRest()
        do {
            try await overlay.close()
        } catch {
            Issue.record(error, sourceLocation: test.sourceLocation)
        }
        try result.get()
    }
}

/// A trait of Swift Testing can make overlays.
extension Trait where Self == OverlayTrait {
    /// Gives each test an overlay of a container.
    ///
    /// - Parameters:
    ///   - container: The container beneath the overlay. Evaluated once for each test, unless an
    ///     enclosing trait has made an overlay already: then this one is made over that.
    ///   - configure: Registers the overrides. Runs once for each test.
    /// - Returns: The trait.
    public static func overriding(
        _ container: @autoclosure @escaping @Sendable () -> Container,
        _ configure: @escaping @Sendable (Container) throws -> Void = { _ in }
    ) -> Self {
        OverlayTrait({ Refusals.isInTest ? Container.current : container() }, configure)
    }

    /// Gives each test an overlay of the current container.
    ///
    /// - Parameter configure: Registers the overrides. Runs once for each test.
    /// - Returns: The trait.
    public static func overriding(
        _ configure: @escaping @Sendable (Container) throws -> Void
    ) -> Self {
        OverlayTrait({ Container.current }, configure)
    }
}
