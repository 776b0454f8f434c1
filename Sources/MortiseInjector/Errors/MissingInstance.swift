// SPDX-License-Identifier: MIT

import Mortise
import MortiseGraph

/// The reason why an abstraction has no instance.
struct MissingInstance {
    /// The error for the handler of ``Injector/onError(_:)``.
    let error: InjectionError
    /// More details: the path and the remedy.
    ///
    /// Computed when it is read.
    let words: () -> String?

    /// The name of the error, the problem, and the remedy.
    var text: String { words().map { "\(error.name) -> \($0)" } ?? "\(error)" }
}

extension Injector {
    /// Explains an error of injecting.
    ///
    /// - Parameters:
    ///   - error: The error.
    ///   - abstraction: The abstraction to inject.
    ///   - key: The requested key, if any.
    /// - Returns: The reason why there is no instance.
    func cause<Abstraction>(
        of error: any Error,
        _ abstraction: Abstraction.Type,
        _ key: String?
    ) -> MissingInstance {
        let name = name(abstraction)
        let general = InjectionError.implementationsCouldNotBeCasted(name: name)
        let resolution = error as? ResolutionError
        // This vocabulary's own errors pass through the engine unchanged.
        let own = (resolution?.underlying ?? error) as? InjectionError
        switch own {
        case general:
            return MissingInstance(error: general) {
                unknown(key, abstraction) ?? resolution.map(words)
            }
        case let own? where own == .notAbstrationFound(name: name, context: context):
            return MissingInstance(error: own) { nil }
        default:
            return MissingInstance(error: own ?? general) {
                resolution.map(words) ?? (own == nil ? "\(error)" : nil)
            }
        }
    }

    /// Names the unknown key, and the known ones.
    private func unknown<Abstraction>(
        _ key: String?,
        _ abstraction: Abstraction.Type
    ) -> String? {
        guard let container = existingContainer,
            case .text(let asked)? = key?.tag ?? container.selection(for: abstraction)
        else { return nil }
        let known = container.implementations(of: abstraction).compactMap { tag in
            if case .text(let known) = tag { known } else { nil }
        }.sorted()
        guard !known.contains(asked) else { return nil }
        let alike = NearMisses.names(like: asked, among: known)
        return """
            no implementation of \(name(abstraction)) has the key "\(asked)"\
            \(key == nil ? ", which is selected" : "")\
            \(known.isEmpty ? "" : "; there are \(quoted(known, ", "))"); \
            \(alike.isEmpty ? "add one under it" : "did you mean \(quoted(alike, " or "))?")
            """
    }

    private func quoted(_ keys: [String], _ separator: String) -> String {
        keys.map { "\"\($0)\"" }.joined(separator: separator)
    }

    /// The text of an engine's error, with this vocabulary's remedies.
    private func words(of error: ResolutionError) -> String {
        var diagnostic = error.diagnostic
        diagnostic.path = diagnostic.path.withoutProperties
        // Each property is its own key, so their cycle appears as a stack that is too deep.
        if diagnostic.code == .tooDeep, let round = diagnostic.path.firstRound {
            diagnostic.code = .cycle
            diagnostic.path = round
            diagnostic.fact = Fact.cycle(round.last?.key ?? error.key)
        }
        if diagnostic.code == .cycle {
            diagnostic.hint =
                "inject one of them when it is first read, with `instantiation: .lazy`, "
                + "and read it after everything was made"
        }
        if error.underlying is NoInstance {
            diagnostic.fact = "The implementation of \(error.key) returned nil"
            diagnostic.underlying = nil
        }
        return diagnostic.rendered()
    }
}

extension [Diagnostic.Step] {
    /// The path without the internal definitions of the properties.
    fileprivate var withoutProperties: [Diagnostic.Step] {
        var steps: [Diagnostic.Step] = []
        var isOfProperty = false
        for var step in self {
            let isProperty = step.site == nil && step.key.type.description.hasPrefix("Kept<")
            if isOfProperty { step.relation = .property }
            if !isProperty { steps.append(step) }
            isOfProperty = isProperty
        }
        return steps
    }

    /// The path into a cycle and once around it; `nil` without a cycle.
    fileprivate var firstRound: [Diagnostic.Step]? {
        var known: [Key: Int] = [:]
        for (index, step) in enumerated() {
            if let first = known.updateValue(index, forKey: step.key) {
                var round = Array(self[...index])
                round[first].isRepeated = true
                round[index].isRepeated = true
                return round
            }
        }
        return nil
    }
}

/// Stops the program: a property that is read has no instance.
func injectionFailed<Abstraction>(
    _ abstraction: Abstraction.Type,
    at place: String,
    because cause: MissingInstance
) -> Never {
    let name = String(describing: abstraction)
    let error = InjectionError.noImplementationFoundOnInjection(name: name, place: place)
    fatalError("\(error)\n\(cause.text)")
}
