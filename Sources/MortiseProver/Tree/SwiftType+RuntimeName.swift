// SPDX-License-Identifier: MIT

extension SwiftType {
    private var isProtocol: Bool {
        switch self {
        case .existential, .parameterized: true
        default: false
        }
    }

    /// Whether it is known which type the run time finds.
    var isKnownAtRunTime: Bool { isConcrete && runtimeName != nil }

    /// What `String(reflecting:)` gives for the type at run time, or `nil` if it is not concrete.
    ///
    /// The run time puts an address behind `unknown context at`; this puts what is the same from run
    /// to run: the discriminator.
    package var runtimeName: String? {
        switch self {
        case .nominal(let path, let arguments):
            let names = arguments.compactMap(\.runtimeName)
            return names.count == arguments.count ? Self.name(path, names) : nil
        case .existential(let protocols, let superclass, let isClassBound):
            var names = protocols.map { Self.name($0, []) }
            if let superclass {
                guard let name = superclass.runtimeName else { return nil }
                names.insert(name, at: 0)
            } else if isClassBound {
                names.append("Swift.AnyObject")
            }
            return names.isEmpty ? "Any" : names.joined(separator: " & ")
        case .parameterized(let type, let requirements):
            let names = requirements.compactMap { requirement in
                requirement.type.runtimeName.map { "\(requirement.name) == \($0)" }
            }
            guard names.count == requirements.count else { return nil }
            return type.runtimeName.map { "any \($0)<\(names.joined(separator: ", "))>" }
        case .function(let function): return Self.name(function)
        case .tuple(let elements):
            let names = elements.compactMap { element in
                element.type.runtimeName.map { (element.label.map { "\($0): " } ?? "") + $0 }
            }
            guard names.count == elements.count else { return nil }
            return "(\(names.joined(separator: ", ")))"
        case .metatype(let type):
            switch type {
            // The type of the existential itself, and that of what conforms.
            case _ where type.isProtocol: return type.runtimeName.map { "\($0).Protocol" }
            case .dynamic(let held):
                return held.isProtocol ? held.runtimeName.map { "\($0).Type" } : nil
            default: return type.runtimeName.map { "\($0).Type" }
            }
        case .pack(let types):
            let names = types.compactMap(\.runtimeName)
            return names.count == types.count ? "Pack{\(names.joined(separator: ", "))}" : nil
        case .parameter, .dependent, .opaque, .dynamic, .unknown: return nil
        }
    }

    /// The run-time name with `any` before existentials, as source code has it, or `nil` if the type
    /// is not concrete.
    ///
    /// - Parameter generics: The dotted paths of the generic types in whose arguments `any` is
    ///   written, too. In those of others it is not, as in ``runtimeName``.
    /// - Returns: The name, such as `Swift.Array<any App.Clock>`.
    package func spelledName(withAnyInside generics: Set<String>) -> String? {
        switch self {
        case .existential:
            guard let name = runtimeName else { return nil }
            return name == "Any" ? name : "any \(name)"
        case .nominal(let path, let arguments):
            guard let name = self.path, generics.contains(name) else { return runtimeName }
            let names = arguments.compactMap { $0.spelledName(withAnyInside: generics) }
            return names.count == arguments.count ? Self.name(path, names) : nil
        default: return runtimeName
        }
    }

    private static func name(_ path: [PathComponent], _ arguments: [String]) -> String {
        var rest = arguments[...]
        var name = ""
        for (position, component) in path.enumerated() {
            if position > 0 { name += "." }
            if component.discriminator.hasPrefix("extension in ") {
                name += "(\(component.discriminator)):"
            } else if component.discriminator.hasPrefix("function ") {
                name += "(unknown context at $\(component.name))"
                continue
            } else if !component.discriminator.isEmpty {
                name += "(unknown context at $\(component.discriminator))."
            }
            name += component.name
            let own = rest.prefix(component.arity)
            rest = rest.dropFirst(component.arity)
            if !own.isEmpty { name += "<\(own.joined(separator: ", "))>" }
        }
        return name
    }

    private static func name(_ function: FunctionType) -> String? {
        var parameters: [String] = []
        for (position, parameter) in function.parameters.enumerated() {
            guard let name = name(parameter, at: position, of: function) else { return nil }
            parameters.append(name)
        }
        guard let result = function.result.runtimeName else { return nil }
        var name = function.globalActor.map { "@\(Self.name($0, [])) " } ?? ""
        for attribute in function.attributes {
            name += attributes[attribute].map { "\($0) " } ?? ""
        }
        if function.isSendable { name += "@Sendable " }
        name += "(\(parameters.joined(separator: ", ")))"
        if function.isAsync { name += " async" }
        if function.isThrowing { name += " throws" }
        if let thrown = function.thrown {
            guard let thrown = thrown.runtimeName else { return nil }
            name += "(\(thrown))"
        }
        let isSending = function.attributes.contains("SendingResultFunctionType")
        return "\(name) -> \(isSending ? "sending " : "")\(result)"
    }

    private static func name(
        _ parameter: SwiftType,
        at position: Int,
        of function: FunctionType
    ) -> String? {
        var attributes = function.parameterAttributes[position] ?? []
        if function.inoutParameters.contains(position) { attributes.insert("inout", at: 0) }
        let isVariadic = attributes.contains("...")
        guard let name = (isVariadic ? parameter.element : parameter)?.runtimeName else {
            return nil
        }
        // The run time does not know of borrowing, which most parameters do.
        let words = attributes.filter { $0 != "..." && $0 != "__shared" } + [name]
        return words.joined(separator: " ") + (isVariadic ? "..." : "")
    }

    /// How the run time spells what is said of functions.
    private static let attributes = [
        "IsolatedAnyFunctionType": "@isolated(any)",
        "NonIsolatedCallerFunctionType": "nonisolated(nonsending)",
        "CFunctionPointer": "@convention(c)",
    ]
}
