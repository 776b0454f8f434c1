// SPDX-License-Identifier: MIT

// View models for SwiftUI: registered, passed to views, put into the environment, previewed.

import Mortise
import Observation
import Synchronization

protocol API: Sendable {
    func headlines() async throws -> [String]
}

struct HTTPClient: API {
    func headlines() async -> [String] { ["Swift on the server", "A joint that holds"] }
}

struct Offline: API {
    func headlines() async -> [String] { ["Nothing new"] }
}

// snippet.models
@MainActor @Observable final class FeedModel {
    private(set) var headlines: [String] = []
    private let api: any API

    init(api: any API) { self.api = api }

    func load() async throws { headlines = try await api.headlines() }
}

@MainActor @Observable final class PageModel {
    let headline: String
    var isRead = false

    init(headline: String) { self.headline = headline }
}
// snippet.end

// snippet.coordinator
@MainActor @Observable final class Coordinator {
    let feed: FeedModel
    private(set) var page: PageModel?
    private let makePage: MainActorProvider<PageModel>

    init(feed: FeedModel, makePage: MainActorProvider<PageModel>) {
        self.feed = feed
        self.makePage = makePage
    }

    func open(_ headline: String) {
        do {
            page = try makePage(headline)
        } catch {
            assertionFailure("\(error)")  // A mistake in the wiring, not of the user.
        }
    }
}
// snippet.end

// snippet.wiring
struct Reader: Module {
    func register(in container: Container) {
        container.register(.singleton) { HTTPClient() as any API }
        container.main.register(autowiring: FeedModel.init)
        container.main.register(autowiring: Coordinator.init)
        container.main.register { (_: inout Resolver, headline: String) in
            PageModel(headline: headline)
        }
    }
}
// snippet.end

// snippet.preview
extension Container {
    /// The definitions of the program, without a network.
    static let preview = Container(modules: Reader()).overriding(name: "preview") {
        $0.register(.singleton) { Offline() as any API }.replacing()
    }

    /// Makes what a preview shows, or stops with the error.
    @MainActor static func previewing<T>(_ type: T.Type) -> T {
        do {
            return try preview.main.resolve()
        } catch {
            fatalError("\(error)")
        }
    }
}
// snippet.end

#if canImport(SwiftUI)
import SwiftUI

// snippet.app
struct ReaderApp: App {  // Mark it with @main.
    private let container = Container(name: "reader", modules: Reader())
    @State private var coordinator: Coordinator

    init() {
        do {
            coordinator = try container.main.resolve()
        } catch {
            fatalError("\(error)")
        }
    }

    var body: some Scene {
        WindowGroup {
            FeedView(model: coordinator.feed).environment(coordinator)
        }
    }
}
// snippet.end

// snippet.views
struct FeedView: View {
    let model: FeedModel
    @Environment(Coordinator.self) private var coordinator

    var body: some View {
        List(model.headlines, id: \.self) { headline in
            Button(headline) { coordinator.open(headline) }
        }
        .task { try? await model.load() }
    }
}

struct PageView: View {
    @Bindable var model: PageModel

    var body: some View { Toggle(model.headline, isOn: $model.isRead) }
}
// snippet.end

// snippet.previews
#Preview("One page") {
    PageView(model: PageModel(headline: "Nothing new"))
}

#Preview("The feed") {
    let coordinator = Container.previewing(Coordinator.self)
    FeedView(model: coordinator.feed).environment(coordinator)
}
// snippet.end
#endif

do {
    let coordinator = Container.previewing(Coordinator.self)
    let model = coordinator.feed
    try await model.load()
    check(model.headlines == ["Nothing new"])
    coordinator.open("Nothing new")
    check(coordinator.page?.headline == "Nothing new")
    let validation = Container(modules: Reader()).validate()
    check(validation.errors.isEmpty && validation.warnings.isEmpty)
}

do {
    // snippet.test
    let model = FeedModel(api: Offline())  // No container.
    try await model.load()
    print(model.headlines)  // ["Nothing new"]
    // snippet.end
    check(model.headlines == ["Nothing new"])
}

// snippet.switching
@MainActor @Observable final class NewsModel {
    @ObservationIgnored @Observed private var api: any API

    init(_ container: Container) { _api = Observed(in: container) }

    var isOffline: Bool { api is Offline }
}
// snippet.end

do {
    let container = Container(modules: Reader())
    let model = NewsModel(container)
    let hasChanged = Atomic(false)
    withObservationTracking {
        check(!model.isOffline)
    } onChange: {
        hasChanged.store(true, ordering: .relaxed)
    }
    container.register(.singleton) { Offline() as any API }.replacing()
    check(hasChanged.load(ordering: .relaxed) && model.isOffline)
}

func check(_ isTrue: Bool, line: UInt = #line) {
    precondition(isTrue, "line \(line) of this snippet does not hold")
}
