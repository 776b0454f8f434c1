// SPDX-License-Identifier: MIT

import MortiseGraph

extension Request {
    /// A request whose instance somebody makes who is given the factory, and need not call it.
    ///
    /// In a scope that keeps an instance for each value of the run-time arguments it is asked twice: first
    /// for those, with a factory that throws.
    init<Arguments>(
        _ type: Instance.Type,
        tag: Tag?,
        _: Arguments.Type,
        origin: Origin = Origin(isAdopting: false),
        preparing prepare: ((Instance) -> Void)? = nil,
        builder: @escaping TypedBuilding<Arguments, Instance>.Builder,
        caller: FramePointer?,
        view: Table,
        thread: Thread
    ) {
        thread.enterBriefs()
        let isPlain = Arguments.self == Void.self
        key = KeyWords(
            type: KeyWords.word(of: type),
            arguments: isPlain ? 0 : KeyWords.word(of: Arguments.self),
            tag: tag
        )
        self.caller = caller
        self.view = view
        self.thread = thread
        building = TypedBuilding(origin, preparing: prepare, builder)
        if !isPlain {
            argumentValues = { frame in try frame.hashableElements(passedTo: builder) }
        }
        call = { slot, frame in
            let instance = try builder { arguments in
                origin.isForeign = false
                var resolver = Resolver(frame)
                guard !isPlain else {
                    return try slot.factory.typed(Instance.self).call(&resolver)
                }
                return try slot.factory.typed(Arguments.self, Instance.self)
                    .call(&resolver, arguments)
            }
            if origin.isForeign { prepare?(instance) }
            return instance
        }
        asyncCall = AsyncCall { slot, resolver in
            try await slot.factory.asynchronous(Instance.self).call(&resolver)
        }
    }

    /// A request with the tuple of run-time arguments, if there are any.
    init<Arguments>(
        _ type: Instance.Type,
        tag: Tag?,
        passing arguments: Arguments?,
        caller: FramePointer?,
        view: Table,
        thread: Thread
    ) {
        guard let arguments, Arguments.self != Void.self else {
            self.init(type, tag: tag, caller: caller, view: view, thread: thread)
            return
        }
        self.init(
            type,
            tag: tag,
            arguments: arguments,
            values: { try $0.hashableElements(of: arguments) },
            caller: caller,
            view: view,
            thread: thread
        )
    }
}
