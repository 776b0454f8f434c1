// SPDX-License-Identifier: MIT

import Mortise
import MortiseGraph
import Testing

@MainActor private final class ViewModel {
    let title: String
    var router: Router?
    init(_ title: String) { self.title = title }
}

@MainActor private final class Router {
    let model: ViewModel
    init(_ model: ViewModel) { self.model = model }
}

private final class Presenter {
    let model: ViewModel
    init(_ model: ViewModel) { self.model = model }
}

private class Plain {}

@Suite struct `A definition of the main actor` {
    private let container = Container {
        $0.register { "title" }
        $0.main.register { try ViewModel($0.resolve()) }
        $0.main.register(.singleton, tag: "kept") { ViewModel("kept") }
        $0.register { try Presenter($0.resolve()) }
    }

    @Test @MainActor func `is resolved on the main actor without waiting`() throws {
        let first: ViewModel = try container.main.resolve()
        #expect(first.title == "title")
        #expect(try container.main.resolve(ViewModel.self) !== first)
        #expect(try container.main.resolve(Presenter.self).model.title == "title")
        let kept = try container.main.resolve(ViewModel.self, tag: "kept")
        #expect(try container.main.resolve(ViewModel.self, tag: "kept") === kept)
    }

    @Test func `is resolved from elsewhere with await`() async throws {
        let model = try await container.main.resolve(ViewModel.self)
        #expect(model.title == "title")
    }

    @Test func `is an error elsewhere without await, also for a dependent, naming both`() {
        #expect {
            try container.resolve(Presenter.self)
        } throws: { error in
            guard let error = error as? ResolutionError else { return false }
            return error.code == .needsMainActor && error.path.count == 2
                && "\(error)".contains("container.main")
        }
    }

    @Test func `is returned anywhere once it is finished and kept`() async throws {
        #expect(throws: ResolutionError.self) {
            try container.resolve(ViewModel.self, tag: "kept")
        }
        let kept = try await container.main.resolve(ViewModel.self, tag: "kept")
        #expect(try container.resolve(ViewModel.self, tag: "kept") === kept)
    }

    @Test func `is resolved by asynchronous code, for synchronous definitions too`() async throws {
        let container = container
        container.register { resolver -> [ViewModel] in
            [try await resolver.resolve(), try await resolver.resolve(tag: "kept")]
        }

        let models = try await container.async.resolve([ViewModel].self)
        #expect(models[0] !== models[1])
        #expect(try await container.async.resolve(ViewModel.self, tag: "kept") === models[1])
        let title = models[0].title
        #expect(title == "title")
        let presenter = try await container.async.resolve(Presenter.self)
        let presented = presenter.model.title
        #expect(presented == "title")
    }

    @Test func `stays on the main actor if it cannot leave it`() async throws {
        let container = Container { $0.main.register { Plain() } }

        await #expect {
            try await container.async.resolve(Plain.self)
        } throws: {
            ($0 as? ResolutionError)?.code == .needsMainActor
        }
        try await MainActor.run { _ = try container.main.resolve(Plain.self) }
    }

    @Test @MainActor func `takes arguments, steps, callbacks and other types`() throws {
        let journal = Journal<String>()
        let container = Container {
            $0.main.register(.shared) { (_: inout Resolver, title: String) in ViewModel(title) }
                .injecting { resolver, model in
                    model.router = try resolver.resolve()
                    journal.note("step \(model.title)")
                }
                .didResolve { journal.note("done \($0.title)") }
            $0.main.register(.singleton) { ViewModel("one") }.implements(AnyObject.self) { $0 }
            $0.main.register { try Router($0.resolve()) }
        }

        let model = try container.main.resolve(ViewModel.self, arguments: "two")
        #expect(model.router?.model.title == "one")
        #expect(journal.entries == ["step two", "done two"])
        #expect(
            try container.main.resolve(AnyObject.self) === container.main.resolve(ViewModel.self)
        )
    }

    @Test @MainActor func `is made ahead by bootstrap`() async throws {
        let container = Container {
            $0.main.register(.eagerSingleton) { ViewModel("eager") }
        }
        let error = await Task.detached {
            #expect(throws: ResolutionError.self) { try container.bootstrap() }
        }.value
        #expect(error?.code == .needsMainActor)

        try container.main.bootstrap()

        #expect(container.isBootstrapped)
        #expect(try container.resolve(ViewModel.self).title == "eager")
    }

    @Test func `is made ahead by asynchronous bootstrap`() async throws {
        let container = Container {
            $0.main.register(.eagerSingleton) { ViewModel("eager") }
        }

        try await container.async.bootstrap()

        #expect(await container.main.resolveTitle() == "eager")
    }

    @Test func `is called back on the main actor from any resolve`() async throws {
        let journal = Journal<String>()
        let container = Container {
            $0.main.register { ViewModel("one") }
                .didResolve { model in
                    MainActor.preconditionIsolated()
                    journal.note(model.title)
                }
            $0.register { resolver -> [ViewModel] in [try await resolver.resolve()] }
        }

        _ = try await Task.detached {
            try await container.async.resolve([ViewModel].self)
        }.value

        #expect(journal.entries == ["one"])
    }

    @Test func `is disposed of on the main actor`() async throws {
        let journal = Journal<String>()
        let container = Container {
            $0.main.register(.singleton) { ViewModel("one") }
                .onClose { journal.note("close \($0.title)") }
        }
        _ = try await container.main.resolve(ViewModel.self)

        try await container.close()

        #expect(journal.entries == ["close one"])
    }
}

extension MainActorContainer {
    @MainActor fileprivate func resolveTitle() -> String? {
        try? resolve(ViewModel.self).title
    }
}
