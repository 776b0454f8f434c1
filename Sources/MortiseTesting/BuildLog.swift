// SPDX-License-Identifier: MIT

public import Mortise
public import MortiseGraph
public import Testing

/// Counts the instances that a container makes, from the log's creation on.
///
/// A decorated instance counts once, however many decorators wrap it.
///
/// ```swift
/// let log = BuildLog(.current)
/// _ = try Container.current.resolve(Shop.self)
/// log.expect((any Gateway).self, made: 1)
/// ```
public final class BuildLog: Sendable {
    private let made: Made
    private let observation: ObservationToken

    /// Starts counting.
    ///
    /// - Parameter container: A container; for an overlay or a scope, all instances made through it
    ///   count.
    public init(_ container: Container) {
        let made = Made()
        self.made = made
        observation = container.observe { event in
            if case .made = event.kind, !event.isDecorator { made.note(event.key) }
        }
    }

    /// The keys of the instances, in order of construction.
    public var keys: [Key] { made.keys }

    /// Returns the number of instances that were made for a type.
    ///
    /// - Parameters:
    ///   - type: The type of the definition.
    ///   - tag: The tag of the definition.
    /// - Returns: The number.
    public func count<T>(of type: T.Type, tag: (any TagConvertible)? = nil) -> Int {
        let name = TypeName(of: type)
        return made.keys.count { $0.type == name && $0.tag == tag?.tag }
    }

    /// Fails the test unless an exact number of instances was made for a type.
    ///
    /// - Parameters:
    ///   - type: The type of the definition.
    ///   - tag: The tag of the definition.
    ///   - count: The expected number.
    ///   - sourceLocation: Defaults to the calling line.
    public func expect<T>(
        _ type: T.Type,
        tag: (any TagConvertible)? = nil,
        made count: Int,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let found = self.count(of: type, tag: tag)
        #expect(
            found == count,
            "\(TypeName(of: type)) was made \(found) times; made was \(made.keys)",
            sourceLocation: sourceLocation
        )
    }
}

/// The keys of the instances made so far.
private final class Made: Sendable {
    private let state = Locked<[Key]>([])

    var keys: [Key] { state.withLock { $0 } }

    func note(_ key: Key) { state.withLock { $0.append(key) } }
}

/// Fails the test with every error that validating a container finds.
///
/// - Parameters:
///   - container: The container.
///   - sourceLocation: Defaults to the calling line.
public func expectValid(
    _ container: Container,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    for finding in container.validate().errors {
        Issue.record("\(finding.rendered())", sourceLocation: sourceLocation)
    }
}

/// Closes a container, and fails the test if closing fails or an object that the container kept is
/// still alive.
///
/// - Parameters:
///   - container: The container, scope or overlay.
///   - sourceLocation: Defaults to the calling line.
public func expectNoLeaks(
    closing container: Container,
    sourceLocation: SourceLocation = #_sourceLocation
) async {
    let kept = container.keptObjects
    do {
        try await container.close()
    } catch {
        Issue.record(error, sourceLocation: sourceLocation)
    }
    for object in kept {
        guard let leaked = object.value else { continue }
        Issue.record(
            "\(type(of: leaked)) is still held after \"\(container.name)\" was closed",
            sourceLocation: sourceLocation
        )
    }
}
