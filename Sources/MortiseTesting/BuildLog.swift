// SPDX-License-Identifier: MIT

public import Mortise
public import MortiseGraph
public import Testing

/// Counts what a container makes, from its creation on.
///
/// ```swift
/// let log = BuildLog(.current)
/// _ = try Container.current.resolve(Shop.self)
/// log.expect((any Gateway).self, made: 1)
/// ```
public final class BuildLog: Sendable {
    private let made: Made
    private let observation: ObservationToken

    /// Starts to count.
    ///
    /// - Parameter container: A container; for an overlay or a scope all that is made through it
    ///   counts.
    public init(_ container: Container) {
        let made = Made()
        self.made = made
        observation = container.observe { event in
            if case .made = event.kind { made.note(event.key) }
        }
    }

    /// What was made, in order.
    public var keys: [Key] { made.keys }

    /// How often instances of a type were made.
    ///
    /// - Parameters:
    ///   - type: What they were registered as.
    ///   - tag: Their tag.
    /// - Returns: The number.
    public func count<T>(of type: T.Type, tag: (any TagConvertible)? = nil) -> Int {
        let name = TypeName(of: type)
        return made.keys.count { $0.type == name && $0.tag == tag?.tag }
    }

    /// Fails the test unless instances of a type were made so often.
    ///
    /// - Parameters:
    ///   - type: What they were registered as.
    ///   - tag: Their tag.
    ///   - count: How often.
    ///   - sourceLocation: Where to report it. Leave it out.
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

/// What was made.
private final class Made: Sendable {
    private let state = Locked<[Key]>([])

    var keys: [Key] { state.withLock { $0 } }

    func note(_ key: Key) { state.withLock { $0.append(key) } }
}

/// Fails the test with every error that validating a container finds.
///
/// - Parameters:
///   - container: The container.
///   - sourceLocation: Where to report it. Leave it out.
public func expectValid(
    _ container: Container,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    for finding in container.validate().errors {
        Issue.record("\(finding.rendered())", sourceLocation: sourceLocation)
    }
}

/// Closes a container, and fails the test if that fails or if anybody still holds an object that
/// the container kept.
///
/// - Parameters:
///   - container: The container, or a scope or an overlay.
///   - sourceLocation: Where to report it. Leave it out.
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
