// SPDX-License-Identifier: MIT

extension Container {
    /// Traps if the container is frozen.
    func requireThawed(
        _ state: State,
        _ verb: String,
        _ slot: Slot,
        by modifier: StaticString? = nil
    ) {
        guard state.isFrozen else { return }
        let way = modifier.map { " with .\($0)()" } ?? ""
        // Not a precondition: optimised code would leave the text out.
        fatalError(
            """
            \(name) was bootstrapped, so it is too late to \(verb) \(slot.nodeKey)\(slot.place)\(way). \
            Do it before bootstrap(), or call reset() first.
            """
        )
    }
}

extension Slot.Kind {
    /// The verb for adding a definition, as messages say it.
    var verb: String {
        switch self {
        case .input, .optionalInput: "expect"
        case .provided: "provide"
        case .collection: "declare"
        case .decorator: "decorate"
        default: "register"
        }
    }
}
