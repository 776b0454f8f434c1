// SPDX-License-Identifier: MIT

// View models for SwiftUI: registered, passed to views, put into the environment, previewed.

import Mortise
import Observation

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

    func open(_ headline: String) throws { page = try makePage(headline) }
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
            Button(headline) { try? coordinator.open(headline) }
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
    if let coordinator = try? Container.preview.main.resolve(Coordinator.self) {
        FeedView(model: coordinator.feed).environment(coordinator)
    }
}
// snippet.end
#endif

do {
    let coordinator: Coordinator = try Container.preview.main.resolve()
    let model = coordinator.feed
    try await model.load()
    check(model.headlines == ["Nothing new"])
    try coordinator.open("Nothing new")
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

    func headlines() async throws -> [String] { try await api.headlines() }
}
// snippet.end
check(try await NewsModel(.preview).headlines() == ["Nothing new"])

func check(_ isTrue: Bool, line: UInt = #line) {
    precondition(isTrue, "line \(line) of this snippet does not hold")
}
