// SPDX-License-Identifier: MIT

import MortiseGraph

extension Interpreter {
    /// Gives a value to code that is not read.
    ///
    /// A container may be changed there. A closure may run, now or later, often or never.
    func escape(
        _ value: Value,
        to name: String?,
        at place: Place,
        _ context: Context,
        isReceiver: Bool = false
    ) {
        switch value {
        case .container(let number, _):
            if let name, Self.harmless.contains(where: name.hasSuffix) { return }
            let whom = name.map { " is given to \($0)" } ?? " is used in a way"
            note("the container\(whom) that is not read", at: place, in: number)
        case .closure(let closure): runLater(closure, at: place, context)
        case .localFunction(let function, let variables):
            ran.insert(function.usr)
            later {
                _ = invoke(
                    function,
                    of: nil,
                    [],
                    context.frame.substitutions,
                    at: place,
                    context,
                    variables
                )
            }
        case .function(let reference, let receiver):
            guard let function = function(reference, of: receiver), function.body != nil,
                !ran.contains(function.usr)
            else { return }
            later {
                _ = invoke(function, of: receiver, [], reference.substitutions, at: place, context)
            }
        case .array(let values), .tuple(let values), .enumCase(_, _, let values):
            for value in values { escape(value, to: name, at: place, context) }
        case .dictionary(let pairs):
            for pair in pairs { escape(pair.value, to: name, at: place, context) }
        case .choice:
            for option in value.options(under: context.guardian) {
                escape(option.value, to: name, at: place, context.with(option.guard))
            }
        case .definition(let definition) where name != nil:
            definition.gap = Gap(
                reason: "the definition is given to code that is not read",
                place: place
            )
        default: return
        }
    }

    private static let harmless = [
        "print(_:separator:terminator:)", "withExtendedLifetime(_:_:)", "ObjectIdentifier.init(_:)",
        "debugPrint(_:separator:terminator:)", "String.init(describing:)",
        "String.init(reflecting:)",
        "dump(_:name:indent:maxDepth:maxItems:)",
    ]

    /// Runs a closure that other code calls at a time that is not known.
    func runLater(_ closure: ClosureValue, at place: Place, _ context: Context) {
        let runs = decision(["runs", "does not run"], at: closure.place)
        let inside = context.with(context.guardian.and(.decided(runs, "runs")))
        later {
            _ = invoke(
                closure,
                [],
                at: place,
                inside,
                lane: closure.closure.isMainActor ? .main : nil
            )
        }
    }

    private func later(_ body: () -> Void) {
        let wasLater = isLater
        isLater = true
        body()
        isLater = wasLater
    }
}
