// SPDX-License-Identifier: MIT

import MortiseGraph

// The contexts of injectors, each of which has a container.
extension Machine {
    /// The injector of a context, whose container is there as soon as anybody asks for it.
    func injector(of context: Value) -> Value {
        if !memory.contexts.contains(context) { memory.contexts.append(context) }
        makeContexts()
        return .container(
            Origin(context: memory.contexts.firstIndex(of: context) ?? 0),
            .synchronous
        )
    }

    /// Makes the containers of the contexts that are known to occur.
    func makeContexts() {
        for (index, context) in memory.contexts.enumerated() {
            let origin = Origin(context: index)
            guard state != nil, state?[origin] == nil else { continue }
            var name = "global"
            if case .enumCase(_, _, let values) = context, case .string(let text)? = values.first {
                name = text
            } else if context == .defaultContext {
                name = "DIContext"
            }
            var container = ContainerState(name, .plain, sources: [], at: origin.place)
            if let gap = memory.contextGap { _ = container.lose(nil, gap) }
            running?.shared.insert(origin)
            state?[origin] = container
            state?.accesses.share(origin)
            let cell = Cell.global("MortiseInjector.Injector.build \(index)")
            state?[cell] = .container(origin, .synchronous)
        }
    }

    /// Notes that any context may have more or less than what is known.
    func loseInjectors(_ reason: String, at place: Place) {
        guard state != nil else { return }
        let gap = Gap(reason: reason, place: place)
        if memory.contextGap == nil { memory.contextGap = gap }
        for index in memory.contexts.indices {
            change(Origin(context: index)) { $0.lose(nil, gap) }
        }
    }
}

extension Origin {
    /// The container of a context, by its position in ``Memory/contexts``.
    fileprivate init(context: Int) {
        self.init(place: Place(file: 0, start: 0, end: 0), path: -2 - context)
    }

    /// The position of the context whose container it is.
    var context: Int? { path <= -2 ? -2 - path : nil }
}

extension Value {
    /// The global context.
    static var global: Value {
        .enumCase("global", SwiftType("MortiseInjector.InjectionContext"), [])
    }
}
