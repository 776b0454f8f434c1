// SPDX-License-Identifier: MIT

/// A stable name for one kind of mistake.
///
/// New codes may appear in minor releases, so a `switch` needs a `default`. A code never changes
/// once it is released: people search for it and silence it by name.
public struct DiagnosticCode: Hashable, Sendable {
    private let name: Name

    private enum Name: String, Sendable {
        case missingBinding = "missing-binding"
        case ambiguousBinding = "ambiguous-binding"
        case argumentMismatch = "argument-mismatch"
        case argumentNotHashable = "argument-not-hashable"
        case cycle = "cycle"
        case tooDeep = "too-deep"
        case captiveDependency = "captive-dependency"
        case duplicateBinding = "duplicate-binding"
        case nothingToReplace = "nothing-to-replace"
        case nothingToDecorate = "nothing-to-decorate"
        case typeMismatch = "type-mismatch"
        case injectionFailed = "injection-failed"
        case missingScope = "missing-scope"
        case missingInput = "missing-input"
        case unexpectedInput = "unexpected-input"
        case scopeClosed = "scope-closed"
        case closeFailed = "close-failed"
        case needsAsync = "needs-async"
        case needsMainActor = "needs-main-actor"
        case factoryThrew = "factory-threw"
        case containerGone = "container-gone"
        case unstubbed = "unstubbed"
        case unusedBinding = "unused-binding"
        case notProven = "not-proven"
        case mayFail = "may-fail"
    }

    /// Nothing provides the key.
    public static let missingBinding = DiagnosticCode(name: .missingBinding)

    /// Several definitions could be auto-wired, and none is the best.
    public static let ambiguousBinding = DiagnosticCode(name: .ambiguousBinding)

    /// The type is registered, but with other run-time arguments.
    public static let argumentMismatch = DiagnosticCode(name: .argumentMismatch)

    /// An instance must be kept for an argument that is not `Hashable`.
    public static let argumentNotHashable = DiagnosticCode(name: .argumentNotHashable)

    /// An instance is needed in order to build itself.
    public static let cycle = DiagnosticCode(name: .cycle)

    /// The chain of dependencies is longer than the stack allows.
    public static let tooDeep = DiagnosticCode(name: .tooDeep)

    /// A longer-lived instance holds one that should have ended before it.
    public static let captiveDependency = DiagnosticCode(name: .captiveDependency)

    /// A key is registered twice, and the second is not marked as replacing the first.
    public static let duplicateBinding = DiagnosticCode(name: .duplicateBinding)

    /// A definition is marked as replacing, or overrides, but there is nothing that it replaces.
    public static let nothingToReplace = DiagnosticCode(name: .nothingToReplace)

    /// A decorator has nothing to wrap.
    public static let nothingToDecorate = DiagnosticCode(name: .nothingToDecorate)

    /// An instance is not of the type that its definition promises.
    public static let typeMismatch = DiagnosticCode(name: .typeMismatch)

    /// A property could not be injected.
    public static let injectionFailed = DiagnosticCode(name: .injectionFailed)

    /// The scope that an instance belongs to is not open.
    public static let missingScope = DiagnosticCode(name: .missingScope)

    /// An input that comes from outside was not brought.
    public static let missingInput = DiagnosticCode(name: .missingInput)

    /// A value was brought from outside, but nothing expects it.
    public static let unexpectedInput = DiagnosticCode(name: .unexpectedInput)

    /// Something went wrong while a container was closed.
    public static let closeFailed = DiagnosticCode(name: .closeFailed)

    /// The scope that an instance belongs to is closed.
    public static let scopeClosed = DiagnosticCode(name: .scopeClosed)

    /// Only an asynchronous resolve can build the instance.
    public static let needsAsync = DiagnosticCode(name: .needsAsync)

    /// Only the main actor can build the instance.
    public static let needsMainActor = DiagnosticCode(name: .needsMainActor)

    /// A factory threw an error of its own.
    public static let factoryThrew = DiagnosticCode(name: .factoryThrew)

    /// The container no longer exists.
    public static let containerGone = DiagnosticCode(name: .containerGone)

    /// A test reached a live service that it should have replaced.
    public static let unstubbed = DiagnosticCode(name: .unstubbed)

    /// No definition or request uses a definition.
    public static let unusedBinding = DiagnosticCode(name: .unusedBinding)

    /// A property of the graph cannot be proven without running it.
    public static let notProven = DiagnosticCode(name: .notProven)

    /// A request fails on some way that leads to it, which a proof cannot exclude.
    public static let mayFail = DiagnosticCode(name: .mayFail)

    /// The code in `kebab-case`, as messages print it.
    public var slug: String {
        name.rawValue
    }
}

extension DiagnosticCode: CustomStringConvertible {
    /// The code in `kebab-case`.
    public var description: String {
        slug
    }
}
