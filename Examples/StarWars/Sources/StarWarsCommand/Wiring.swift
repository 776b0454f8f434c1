// SPDX-License-Identifier: MIT

public import Mortise
import StarWarsKit

extension ScopeName {
    /// The scope of one question.
    static let request: ScopeName = "request"
}

// The kit knows no container; this extension lets a container close its archive.
extension Archive: AsyncClosable {}

/// Chooses the types.
///
/// Everything else takes what it needs through its initializer.
struct Wiring: Module {
    /// The sources of people and starships.
    enum Origin: String, TagConvertible {
        case files, network
    }

    let settings: Settings

    func register(in container: Container) {
        let origin = registerSources(in: container)

        container.register(as: (any StarWarsSource).self) { try $0.resolve(tag: origin) }
        container.register(.singleton) { PeopleByName(source: $0) as any PeopleProvider }
        container.register(.singleton) { StarshipsByURL(source: $0) as any StarshipProvider }
        container.register(.singleton) {
            JoinedRoster(people: $0, starships: $1) as any Roster
        }
        container.register { PlainTablePrinter() as any TablePrinter }
        container.register { RosterReport(roster: $0, printer: $1) as any Report }
        registerArchive(in: container)
    }

    /// Registers the archive, shared by all questions, and a visit for each.
    private func registerArchive(in container: Container) {
        container.register(.singleton) { Journal() }
        container.register(.singleton) {
            try await Archive(reading: $0.resolve(), journal: $0.resolve())
        }
        container.register(.scoped(.request)) { Visit(archive: $0, printer: $1, journal: $2) }
            .onClose { $0.end() }
    }

    /// Registers both sources, and selects one.
    private func registerSources(in container: Container) -> Origin {
        container.register(autowiring: PageDecoder.init)
        container.register(.singleton, tag: Origin.files) {
            FileSource(folder: ShippedData.folder, decoder: $0) as any StarWarsSource
        }
        guard let server = settings.server else { return .files }
        let timeout = settings.timeout
        container.register(.singleton) {
            URLSessionTransport(timeout: timeout) as any Transport
        }
        container.register(.singleton, tag: Origin.network) {
            NetworkSource(server: server, transport: $0, decoder: $1) as any StarWarsSource
        }
        return .network
    }
}
