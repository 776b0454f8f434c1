// SPDX-License-Identifier: MIT

extension SwiftType {
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
            return type.runtimeName.map { "\($0)<\(requirements)>" }
        case .function(let function): return Self.name(function)
        case .tuple(let elements):
            let names = elements.compactMap { element in
                element.type.runtimeName.map { (element.label.map { "\($0): " } ?? "") + $0 }
            }
            guard names.count == elements.count else { return nil }
            return "(\(names.joined(separator: ", ")))"
        case .metatype(let type): return type.runtimeName.map { "\($0).Type" }
        case .pack, .parameter, .dependent, .opaque, .unknown: return nil
        }
    }

    private static func name(_ path: [PathComponent], _ arguments: [String]) -> String {
        var rest = arguments[...]
        var name = ""
        for (position, component) in path.enumerated() {
            if position > 0 { name += "." }
            if component.discriminator.hasPrefix("extension in ") {
                name += "(\(component.discriminator)):"
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
            guard let name = parameter.runtimeName else { return nil }
            parameters.append((function.inoutParameters.contains(position) ? "inout " : "") + name)
        }
        guard let result = function.result.runtimeName else { return nil }
        var name = function.globalActor.map { "@\(Self.name($0, [])) " } ?? ""
        if function.isSendable { name += "@Sendable " }
        name += "(\(parameters.joined(separator: ", ")))"
        if function.isAsync { name += " async" }
        if function.isThrowing { name += " throws" }
        return "\(name) -> \(result)"
    }
}
