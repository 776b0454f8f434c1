// SPDX-License-Identifier: MIT

/// The injection steps of a definition, in the order written.
final class StepList<Instance>: Sendable {
    typealias Step = @Sendable (inout Resolver, Instance) throws -> Void
    /// The steps that run before the properties are filled.
    let early: [Step]
    let all: [Step]
    /// The steps as linked lists, which are traversed without metadata of their type.
    let firstEarly: Link?
    let first: Link?

    final class Link: Sendable {
        let body: Step
        let next: Link?

        init(_ body: @escaping Step, before next: Link?) {
            self.body = body
            self.next = next
        }
    }

    init(early: [Step] = [], _ all: [Step]) {
        self.early = early
        self.all = all
        firstEarly = early.reversed().reduce(nil) { Link($1, before: $0) }
        first = all.reversed().reduce(nil) { Link($1, before: $0) }
    }

    var inOrder: [Step] { early + all }
}

/// The callbacks of a definition, in the order written.
final class CallbackList<Instance>: Sendable {
    typealias Callback = @Sendable (Instance) -> Void
    let all: [Callback]

    init(_ all: [Callback]) { self.all = all }
}
