// SPDX-License-Identifier: MIT

public import MortiseGraph

/// An event of a container's definition, or of a scope that was opened from the container.
public struct ResolutionEvent: Sendable {
    /// The kind of an event.
    ///
    /// New kinds may appear in minor releases, so a `switch` needs a `default`.
    public enum Kind: Sendable {
        /// A factory is about to be called.
        case began
        /// The instance is complete, its steps included.
        ///
        /// `duration` is the time that it took, dependencies included.
        case made(duration: Duration)
        /// An existing instance was handed out.
        ///
        /// Only observers that ask for it see this.
        case reused
        /// An instance that another thread or task was making was handed out.
        ///
        /// `duration` is how long the request waited for it.
        case waited(duration: Duration)
        /// A factory or a step threw.
        case failed(any Error)
        /// A cached instance was dropped: its definition was replaced, removed or reset.
        case dropped
        /// An overlay was created with a definition that is marked as replacing, and there is
        /// nothing to replace.
        case nothingToReplace
        /// The instance was disposed of: the container was closed, or nobody gets the instance.
        case disposed
        /// A disposer of the instance threw.
        case closeFailed(any Error)
        /// A scope was opened.
        ///
        /// The event's key is ``Container`` with the scope's name as its tag, and its site is where
        /// the scope was opened. Its number is the scope's.
        case scopeOpened
        /// A scope whose opening was observed has ended: it was closed, or released without that.
        ///
        /// `duration` is how long it was open. What was closed with it has been disposed of.
        case scopeClosed(duration: Duration)
    }

    /// The kind of the event.
    public let kind: Kind

    /// Whether it is about the instances of a decorator: what it wraps has events of its own.
    public let isDecorator: Bool

    /// The number of enclosing requests.
    public let depth: Int

    /// The number of the build, which no other build or scope in this process has.
    ///
    /// The events of one build have the same number. So do those that hand out an instance that its
    /// container keeps, if its build was observed. Otherwise `nil`.
    public let number: UInt64?

    /// The number of the build that made the request; `nil` for the outermost request.
    ///
    /// An asynchronous singleton has the build that asked for it first.
    public let parent: UInt64?

    /// The number of the scope that the event belongs to, if the opening of that scope was observed.
    ///
    /// That the scope was opened and has ended has it, and all that is made, disposed of, or fails in
    /// between: it is the scope that keeps the instance or, where none does, the one that was asked
    /// for it. So a singleton has it that is made because something in a scope needs it. What that
    /// singleton needs in turn is no affair of the scope: ``parent`` leads there. `nil` outside scopes.
    public let scopeNumber: UInt64?

    // What is only shown is made when it is asked for: most observers look at a few events only.
    private let keyWords: KeyWords
    private let requesterWords: KeyWords?
    private let scope: EngineLifetime
    private let place: Place

    /// The definition's key.
    public var key: Key { keyWords.key }

    /// How long the definition's instances live.
    public var lifetime: Graph.Lifetime { scope.lifetime }

    /// The source location of the definition.
    public var site: SourceSite? { place.site }

    /// The definition that made the request, or `nil` for the outermost request.
    public var requester: Key? { requesterWords?.key }

    init(
        _ kind: Kind,
        _ slot: Slot,
        by requester: Requester,
        _ build: BuildNumber,
        in scopeNumber: UInt64?
    ) {
        self.kind = kind
        keyWords = slot.key
        scope = slot.scope
        place = Place(file: slot.file, line: slot.line)
        isDecorator = slot.isWrapper
        requesterWords = requester.key
        depth = requester.depth
        number = build.own
        parent = build.parent
        self.scopeNumber = scopeNumber
    }

    init(_ kind: Kind, _ opened: ObservedScope) {
        self.kind = kind
        let tag = opened.name.description.tag
        keyWords = KeyWords(type: KeyWords.word(of: Container.self), tag: tag)
        scope = .scoped(opened.name)
        place = opened.place
        isDecorator = false
        requesterWords = nil
        depth = 0
        number = opened.number
        parent = nil
        scopeNumber = opened.number
    }
}

/// A source location, as a constant of the program.
// @unchecked: the text is a constant.
struct Place: @unchecked Sendable {
    let file: UnsafePointer<UInt8>?
    let line: UInt32

    var site: SourceSite? {
        file.map { SourceSite(file: String(cString: $0), line: Int(line)) }
    }
}

/// Who makes a request, as events tell it.
struct Requester {
    let key: KeyWords?
    let depth: Int

    static let none = Requester(key: nil, depth: 0)

    private init(key: KeyWords?, depth: Int) {
        self.key = key
        self.depth = depth
    }

    /// - Parameters:
    ///   - caller: The frame that asks.
    ///   - frame: The asynchronous factory inside which it asks.
    init(_ caller: FramePointer?, inside frame: AsyncFrame?) {
        key = (caller?.slotObject ?? frame?.slot)?.key
        depth = (caller?.chain.reduce(0) { count, _ in count + 1 } ?? 0) + (frame?.depth ?? 0)
    }

    /// - Parameter way: The path to what is asked for, that included.
    init(at way: [ResolutionError.Entry]) {
        key = way.dropLast().last?.key
        depth = max(0, way.count - 1)
    }
}

/// The registration of an observer.
///
/// Cancelling or releasing the token ends the observation.
public final class ObservationToken: Sendable {
    private let container: WeakContainer
    private let number: Int

    init(_ container: Container, _ number: Int) {
        self.container = WeakContainer(container)
        self.number = number
    }

    deinit { cancel() }

    /// Ends the observation.
    ///
    /// An event that is being delivered on another thread may still arrive.
    public func cancel() {
        container.value?.removeObserver(number)
    }
}
