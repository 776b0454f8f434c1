// SPDX-License-Identifier: MIT

public import MortiseGraph

/// Why something could not be resolved: a code, the fact, the way there, and what to do next.
///
/// ```swift
/// do {
///     let api = try container.resolve((any API).self)
/// } catch ResolutionError.Code.missingBinding {
///     // Nothing provides it.
/// }
/// ```
///
/// Match on ``code`` and never on the text: the text improves between releases.
///
/// An error that user code threw is in ``underlying``, unchanged.
public struct ResolutionError: Error, Sendable {
    /// A stable name for one kind of failure.
    ///
    /// New codes may appear in minor releases, so a `switch` needs a `default`.
    public typealias Code = DiagnosticCode

    /// One definition on the way, as cheap to take down as possible.
    struct Entry: Sendable {
        let key: KeyWords
        let site: SourceSite?
        let relation: Diagnostic.Relation
    }

    /// One pointer, so that throwing stays cheap.
    private final class Storage: Sendable {
        let code: Code
        let entries: [Entry]
        let repeats: Bool
        let underlying: (any Error)?
        let facts: [String]
        let sites: [SourceSite]
        let container: WeakContainer

        init(
            _ code: Code,
            _ entries: [Entry],
            repeats: Bool,
            underlying: (any Error)?,
            facts: [String],
            sites: [SourceSite],
            container: WeakContainer
        ) {
            self.code = code
            self.entries = entries
            self.repeats = repeats
            self.underlying = underlying
            self.facts = facts
            self.sites = sites
            self.container = container
        }
    }

    private let storage: Storage

    init(
        _ code: Code,
        _ entries: [Entry],
        repeats: Bool = false,
        underlying: (any Error)? = nil,
        facts: [String] = [],
        sites: [SourceSite] = [],
        container: Container?
    ) {
        storage = Storage(
            code,
            entries,
            repeats: repeats,
            underlying: underlying,
            facts: facts,
            sites: sites,
            container: WeakContainer(container)
        )
    }

    var entries: [Entry] { storage.entries }

    /// What went wrong.
    public var code: Code { storage.code }

    /// What could not be resolved: the last key of the path.
    public var key: Key {
        storage.entries.last?.key.key ?? Key(TypeName("Never"))
    }

    /// The error that user code threw, if that is what went wrong.
    public var underlying: (any Error)? { storage.underlying }

    /// Who needed it, outermost first, with the place where each definition was written.
    ///
    /// - Complexity: O(*n*) in the length of the path. Names are made when they are asked for.
    public var path: [Diagnostic.Step] {
        let entries = storage.entries
        let last = entries.last?.key
        let first = entries.firstIndex { entry in last.map(entry.key.isSame) ?? false }
        return entries.enumerated().map { index, entry in
            Diagnostic.Step(
                entry.key.key,
                at: entry.site,
                relation: entry.relation,
                isRepeated: storage.repeats && (index == first || index == entries.count - 1)
            )
        }
    }

    /// The same error with another way to the same failure, for another thread that waited for it.
    func rerooted(at prefix: [Entry]) -> ResolutionError {
        guard let awaited = prefix.last,
            let position = storage.entries.firstIndex(where: { $0.key.isSame(awaited.key) })
        else { return self }
        return ResolutionError(
            code,
            prefix.dropLast() + storage.entries[position...],
            repeats: storage.repeats,
            underlying: underlying,
            facts: storage.facts,
            sites: storage.sites,
            container: storage.container.value
        )
    }
}

extension ResolutionError: CustomStringConvertible, CustomDebugStringConvertible {
    /// The error in the form that all messages of this library have.
    ///
    /// Hints are worked out here and not before, from what is registered now. The whole text may
    /// take a millisecond in a large container.
    public var description: String { diagnostic.rendered() }

    /// The same text.
    public var debugDescription: String { description }

    /// The error as a value that a report can show beside the findings of a validation.
    public var diagnostic: Diagnostic {
        Diagnostic(
            code,
            fact: fact,
            path: path,
            underlying: underlying.map { String(describing: $0) },
            hint: hint
        )
    }

    private var fact: String {
        let facts = storage.facts
        switch code {
        case .missingBinding: return "Nothing provides \(key)"
        case .ambiguousBinding: return "More than one definition could be wired for \(key)"
        case .argumentMismatch: return facts.first ?? "\(key) takes other arguments"
        case .argumentNotHashable:
            return "An argument of type \(facts.first ?? "?") cannot tell cached instances apart"
        case .cycle: return "\(key) needs itself to be made"
        case .tooDeep:
            return "The chain of dependencies is deeper than the stack allows"
        case .factoryThrew: return "The factory of \(key) threw an error"
        case .injectionFailed: return "An injection step of \(key) threw an error"
        case .containerGone: return "The container that provides \(key) is gone"
        default: return "\(key) could not be resolved"
        }
    }

    private var hint: String? {
        switch code {
        case .missingBinding, .argumentMismatch:
            storage.container.value.flatMap { $0.nearMisses(for: storage.entries.last?.key) }
        case .ambiguousBinding:
            "registered at \(storage.sites.map(\.description).joined(separator: " and at "));"
                + " register one without arguments, or mark the right one with a tag"
        case .argumentNotHashable:
            "make it Hashable, or give the definition the scope .unique"
        case .cycle:
            "let one of them take another as a property: .injecting { resolver, instance in … },"
                + " or as a Provider"
        case .tooDeep: "resolve on a thread with a larger stack, or break the chain with a Provider"
        case .containerGone: "keep the container for as long as its providers are used"
        default: nil
        }
    }
}

extension DiagnosticCode {
    /// Lets a `catch` clause name a code.
    ///
    /// - Parameters:
    ///   - code: The code to look for.
    ///   - error: Any error.
    /// - Returns: Whether `error` is a ``ResolutionError`` with that code.
    public static func ~= (code: DiagnosticCode, error: any Error) -> Bool {
        (error as? ResolutionError)?.code == code
    }
}

extension KeyWords {
    func isSame(_ other: KeyWords) -> Bool {
        type == other.type && arguments == other.arguments && tag == other.tag
    }
}

/// A container that an error, a provider or a token does not keep alive.
// @unchecked: written once, before anyone else sees it; weak references are read atomically.
final class WeakContainer: @unchecked Sendable {
    private(set) weak var value: Container?

    init(_ value: Container?) { self.value = value }
}
