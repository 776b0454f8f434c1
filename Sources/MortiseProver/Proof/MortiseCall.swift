// SPDX-License-Identifier: MIT

import MortiseGraph

/// A call of the interface of Mortise.
struct MortiseCall {
    /// The type that declares it, such as `Container`, or an empty text.
    let owner: String
    /// The base name.
    let name: String
    let labels: [String]
    let receiver: Value?
    let arguments: [Expression.Argument]
    let values: [Value]
    let substitutions: Substitutions
    let place: Place
    let type: SwiftType
    let context: Interpreter.Context

    /// The value of an argument, or `nil` if it is not written.
    func value(_ label: String?) -> Value? {
        guard let index = arguments.firstIndex(where: { $0.label == label }) else { return nil }
        if case .unknown(_, .unknown("default")) = values[index] { return nil }
        return values[index]
    }

    /// The position of a tag, or of a first argument without a label, that may be one of several.
    var indexOfChoice: Int? {
        values.indices.first { index in
            guard case .choice = values[index] else { return false }
            let label = arguments[index].label
            return label == "tag" || label == nil && index == 0
        }
    }

    /// The values of closures without a label, and of those with one of some labels.
    var closure: Value? {
        for (argument, value) in zip(arguments, values).reversed() {
            switch value {
            case .closure, .function, .localFunction: return value
            default: _ = argument
            }
        }
        return nil
    }

    /// What the first generic parameter of the function stands for.
    func generic(_ index: Int, depth: Int = 0) -> SwiftType? {
        substitutions[SwiftType.GenericParameter(depth: depth, index: index)]
    }
}

extension MortiseCall {
    func with(_ context: Interpreter.Context, _ values: [Value]? = nil) -> MortiseCall {
        renamed(owner, name, of: receiver, values: values, context: context)
    }

    func renamed(
        _ owner: String,
        _ name: String,
        of receiver: Value?,
        values: [Value]? = nil,
        substitutions: Substitutions? = nil,
        context: Interpreter.Context? = nil
    ) -> MortiseCall {
        MortiseCall(
            owner: owner,
            name: name,
            labels: labels,
            receiver: receiver,
            arguments: arguments,
            values: values ?? self.values,
            substitutions: substitutions ?? self.substitutions,
            place: place,
            type: type,
            context: context ?? self.context
        )
    }
}
