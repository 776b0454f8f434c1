// SPDX-License-Identifier: MIT

public import MortiseGraph

/// The reason why a request failed: a code, the fact, the path to it, and what to do next.
///
/// ```swift
/// do {
///     let api = try container.resolve((any API).self)
/// } catch ResolutionError.Code.missingBinding {
///     // Nothing provides it.
/// }
/// ```
///
/// Match on ``code`` and never on the text, which improves between releases. To print the error, use
/// `"\(error)"`: `localizedDescription` does not contain its text.
///
/// An error about a missing definition keeps its container alive, because it looks for similar
/// definitions when it is printed. To keep errors for long, keep their ``diagnostic``.
///
/// ``underlying`` is the unchanged error of user code, if that was thrown.
public struct ResolutionError: Error, Sendable {
    /// A stable name for one kind of failure.
    ///
    /// New codes may appear in minor releases, so a `switch` needs a `default`.
    public typealias Code = DiagnosticCode

    /// A definition on the path, cheap to record.
    struct Entry: Sendable {
        let key: KeyWords
        let site: SourceSite?
        var relation: Diagnostic.Relation
        /// The property of the entry before that this one fills, as reflection names it.
        var label: String?
        /// Whether a decorator makes the instance.
        var isDecorator = false

        init(key: KeyWords, site: SourceSite?, relation: Diagnostic.Relation) {
            self.key = key
            self.site = site
            self.relation = relation
        }

        init(_ slot: Slot, _ relation: Diagnostic.Relation) {
            self.init(key: slot.key, site: slot.site, relation: relation)
            isDecorator = slot.isWrapper
        }

        /// Whether both are the same definition of a key: a decorator is not what it wraps.
        static func ~= (pattern: Entry, entry: Entry) -> Bool {
            entry.key == pattern.key && entry.isDecorator == pattern.isDecorator
                && (!entry.isDecorator || entry.site == pattern.site)
        }
    }

    /// One pointer, so that throwing stays cheap.
    private final class Storage: Sendable {
        let code: Code
        let entries: [Entry]
        let repeats: Bool
        let underlying: (any Error)?
        let facts: [String]
        /// The hint, if it is known when the error is made.
        let hint: String?
        let candidates: [Entry]
        /// The container to search when the hint is read.
        let container: Container?
        /// The property that failed to fill, as reflection names it, if the failure is its own.
        let property: String?

        init(
            _ code: Code,
            _ entries: [Entry],
            repeats: Bool,
            underlying: (any Error)?,
            facts: [String],
            hint: String?,
            candidates: [Entry],
            container: Container?,
            property: String?
        ) {
            self.code = code
            self.entries = entries
            self.repeats = repeats
            self.underlying = underlying
            self.facts = facts
            self.hint = hint
            self.candidates = candidates
            self.container = container
            self.property = property
        }
    }

    private let storage: Storage

    init(
        _ code: Code,
        _ entries: [Entry],
        repeats: Bool = false,
        underlying: (any Error)? = nil,
        facts: [String] = [],
        hint: String? = nil,
        candidates: [Entry] = [],
        container: Container?,
        property: String? = nil
    ) {
        storage = Storage(
            code,
            entries,
            repeats: repeats,
            underlying: underlying,
            facts: facts,
            hint: hint,
            candidates: candidates,
            container: code == .missingBinding || code == .argumentMismatch ? container : nil,
            property: property
        )
    }

    var entries: [Entry] { storage.entries }

    var candidates: [Entry] { storage.candidates }

    /// The code of the failure.
    public var code: Code { storage.code }

    /// The key that could not be resolved: the last one on the path.
    public var key: Key {
        storage.entries.last?.key.key ?? Key(TypeName("Never"))
    }

    /// The error that user code threw, if that is the cause.
    public var underlying: (any Error)? { storage.underlying }

    /// The definitions that led to the failure, outermost first, each with its source location.
    ///
    /// For an ambiguous key, the equally good definitions follow.
    ///
    /// - Complexity: O(*n*) in the length of the path. Names are made on each access.
    public var path: [Diagnostic.Step] {
        let entries = storage.entries
        let first = entries.last.flatMap { last in entries.firstIndex { last ~= $0 } }
        return (entries + storage.candidates).enumerated().map { index, entry in
            Diagnostic.Step(
                entry.key.key,
                at: entry.site,
                relation: entry.relation,
                label: entry.label?.withoutWrapper,
                isDecorator: entry.isDecorator,
                isRepeated: storage.repeats && (index == first || index == entries.count - 1)
            )
        }
    }

    /// Returns the error with a path in front of its own.
    func prefixed(by way: [Entry]) -> ResolutionError {
        way.isEmpty ? self : with(way + storage.entries)
    }

    /// Returns the error of a provider, with the definition that holds the provider in front of its path.
    func deferred(by holder: Entry) -> ResolutionError {
        var entries = storage.entries
        guard !entries.isEmpty else { return self }
        entries[0].relation = .deferred
        return with([holder] + entries)
    }

    /// Returns the error with the property that was being filled.
    ///
    /// - Parameters:
    ///   - label: The name of the property.
    ///   - index: The index of the property's value on the path.
    /// - Returns: The error.
    func noting(_ label: String?, at index: Int) -> ResolutionError {
        guard let label, index <= storage.entries.count else { return self }
        var entries = storage.entries
        // A failure of the property itself has no entry on the path.
        guard index < entries.count else { return with(entries, property: label) }
        entries[index].label = label
        return with(entries)
    }

    /// Returns the error with a hint, unless it has one that was known when it was made.
    func advising(_ hint: String) -> ResolutionError {
        with(entries, hint: hint)
    }

    private func with(
        _ entries: [Entry],
        property: String? = nil,
        hint: String? = nil
    ) -> ResolutionError {
        ResolutionError(
            code,
            entries,
            repeats: storage.repeats,
            underlying: underlying,
            facts: storage.facts,
            hint: storage.hint ?? hint,
            candidates: storage.candidates,
            container: storage.container,
            property: property ?? storage.property
        )
    }

    fileprivate func rerooted(at way: [Entry]) -> ResolutionError {
        guard let awaited = way.last,
            let position = storage.entries.firstIndex(where: { awaited ~= $0 })
        else { return self }
        return with(way.dropLast() + storage.entries[position...])
    }
}

extension Error {
    /// Returns the error of another session that has made the instance, with the path of the one
    /// that waited for it.
    func reached(by way: [ResolutionError.Entry]) -> any Error {
        (self as? ResolutionError)?.rerooted(at: way) ?? self
    }
}

extension ResolutionError: CustomStringConvertible, CustomDebugStringConvertible {
    /// The error in the format of all messages of this library.
    ///
    /// Hints are worked out on access, from the definitions registered then. The whole text may
    /// take a millisecond in a large container.
    public var description: String { diagnostic.rendered() }

    /// The error's text, equal to ``description``.
    public var debugDescription: String { description }

    /// The error as a value, which a report can show beside the findings of a validation.
    public var diagnostic: Diagnostic {
        Diagnostic(
            code,
            fact: fact,
            path: path,
            underlying: underlying.map { String(describing: $0) },
            hint: hint
        )
    }

    // If a rule of MortiseGraph finds the same mistake, `Fact` has the text for both.

    private var fact: String {
        guard let property = storage.property?.withoutWrapper else { return plainFact }
        return code == .injectionFailed
            ? "The property \(property) of \(key) threw an error"
            : "The property \(property) of \(key) cannot be filled: \(plainFact)"
    }

    private var plainFact: String {
        let facts = storage.facts
        switch code {
        case .missingBinding: return facts.first ?? "Nothing provides \(key)"
        case .ambiguousBinding:
            return facts.first ?? Fact.ambiguity(key, among: storage.candidates.count, arity: arity)
        case .argumentMismatch: return facts.first ?? Fact.argumentMismatch(key)
        case .argumentNotHashable:
            return Fact.argumentNotHashable(facts.first ?? "?")
        case .cycle:
            if let fact = facts.first { return fact }
            return Self.isEndless(entries) && storage.hint == nil
                ? Fact.endlessCycle(key) : Fact.cycle(key)
        case .tooDeep:
            return "The chain of dependencies is deeper than the stack allows"
        case .factoryThrew: return "The factory of \(key) threw an error"
        case .injectionFailed: return "An injection step of \(key) threw an error"
        case .containerGone: return "The container that provides \(key) is gone"
        default: return facts.first ?? "\(key) could not be resolved"
        }
    }

    private var hint: String? {
        switch code {
        case .missingBinding where !storage.facts.isEmpty:
            storage.hint
        case .missingBinding, .argumentMismatch:
            storage.hint ?? storage.container.flatMap { $0.nearMisses(on: storage.entries) }
        case .ambiguousBinding where !storage.facts.isEmpty:
            "give that definition a tag and mark it .selectable()"
        case .ambiguousBinding: Fact.adviceOnAmbiguity
        case .argumentNotHashable: Fact.adviceOnHashing
        case .cycle where !storage.facts.isEmpty:
            path.adviceOnDecorator
                ?? Fact.adviceOnAsynchronousCycle
        case .cycle:
            storage.hint
                ?? (Self.isEndless(storage.entries)
                    ? Fact.adviceOnEndlessCycle : path.adviceOnCycle)
        case .tooDeep:
            storage.hint
                ?? "resolve on a thread with a larger stack, or break the chain with a Provider"
        case .containerGone: "keep the container for as long as its providers are used"
        case .missingScope:
            storage.hint
                ?? "resolve through openScope or withScope of that name, or give the definition another lifetime"
        case .captiveDependency: Fact.adviceOnCaptive
        case .needsAsync:
            storage.hint
                ?? "resolve through container.async, or finish it before: await it once"
        case .needsMainActor:
            storage.hint
                ?? "resolve through container.main, on the main actor or with await"
        case .typeMismatch where key.tag?.isMember == true:
            "substitute something that is of the member's type"
        case .typeMismatch, .duplicateBinding, .missingInput, .unexpectedInput: storage.hint
        case .injectionFailed: "handle the error where it is thrown, if \(key) can do without"
        case .unstubbed: "register a stub for it in the overlay of the test"
        case .scopeClosed: "resolve before close() begins, or open another scope"
        default: nil
        }
    }

    private var arity: Int { storage.candidates.first?.key.key.arguments.count ?? 0 }
}

/// A code can be matched in a `catch` clause.
extension DiagnosticCode {
    /// Matches an error against a code in a `catch` clause.
    ///
    /// - Parameters:
    ///   - code: The code to look for.
    ///   - error: Any error.
    /// - Returns: Whether `error` is a ``ResolutionError`` with that code.
    public static func ~= (code: DiagnosticCode, error: any Error) -> Bool {
        (error as? ResolutionError)?.code == code
    }
}

extension String {
    /// The name of a property, without the underscore of a property wrapper.
    var withoutWrapper: String { first == "_" ? String(dropFirst()) : self }
}
