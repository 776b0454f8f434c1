// SPDX-License-Identifier: MIT

import MortiseGraph

extension AsyncSession {
    /// Runs a stretch, and whatever it has to await, until it has what it asks for.
    ///
    /// - Parameters:
    ///   - way: The definitions on the way to it.
    ///   - body: The stretch. Runs again each time something was awaited.
    /// - Returns: What the stretch returns.
    /// - Throws: What the stretch throws, or what was awaited, with the way to it.
    func finish<Result>(
        after way: some Sequence<ResolutionError.Entry>,
        _ body: () throws -> Result
    ) async throws -> Result {
        let outer = setAsideAnswers()
        defer { restoreAnswers(outer) }
        while true {
            do {
                return try runStretch(body)
            } catch let error as ResolutionError {
                let error = error.prefixed(by: Array(way))
                guard let pending = error.pending else { throw error }
                try await pending.make(self, error.entries)
            }
        }
    }

    /// Makes an instance of a definition on the main actor, and leaves it where the next stretch
    /// finds it.
    func makeOnMainActor<Instance>(
        _ slot: Slot,
        like original: Request<Instance>,
        values: [AnyHashable]?,
        at place: AwaitedPlace,
        after way: [ResolutionError.Entry]
    ) async throws {
        let original = Holder(original)
        let passed = Holder(values)
        let holder = try await finishOnMainActor(after: way) {
            try place.view.inSession { caller, view, thread in
                var request = Request<Instance>(
                    Instance.self,
                    tag: original.instance.key.tag,
                    caller: caller,
                    view: view,
                    thread: thread
                )
                request.call = original.instance.call
                request.step = original.instance.step
                request.addition = original.instance.addition
                request.inheritedTag = original.instance.inheritedTag
                if let values = passed.instance { request.argumentValues = { _ in values } }
                return Holder(try request.resolve(slot))
            }
        }
        answer(slot, values, holder, at: place)
    }

    @MainActor private func finishOnMainActor<Result: Sendable>(
        after way: [ResolutionError.Entry],
        _ body: @Sendable () throws -> Result
    ) async throws -> Result {
        try await finish(after: way.dropLast()) { try MainView.onMainActor(body) }
    }
}
