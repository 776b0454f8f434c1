// SPDX-License-Identifier: MIT

#if Services
import Mortise
import MortiseGraph
import ServiceLifecycle

/// What a definition contributes to `runServices`: a service, or hooks.
///
/// Contributions have the key of their definition as their tag. So a definition that replaces
/// another one, and what it forwards, takes the place of that one only.
struct ManagedService: Sendable {
    enum Work: Sendable {
        case service(any Service)
        case hooks(start: Hook?, stop: Hook?)
    }

    let work: Work
    let place: Place

    /// The places in the source code that tell one contribution from others.
    struct Place: Hashable, Sendable {
        /// The key of the definition.
        let key: Key
        /// The location of the definition.
        let site: SourceSite?
        /// The location of `runs()`, or of the hook.
        let contribution: SourceSite
        let isHook: Bool
    }

    var isHook: Bool { place.isHook }

    /// The service as errors name it.
    var step: Diagnostic.Step { Diagnostic.Step(place.key, at: place.site) }
}

extension Key {
    /// The key of a request without arguments.
    var plain: Key { Key(type, tag: tag) }
}

extension Definition {
    /// Contributes to what `runServices` runs.
    func contribute(
        _ verb: StaticString,
        _ file: StaticString,
        _ line: UInt32,
        isHook: Bool = false,
        _ work: @escaping @Sendable (Instance) -> ManagedService.Work
    ) {
        guard lifetime == .singleton || lifetime == .eagerSingleton else {
            let location = site.map { " (\($0))" } ?? ""
            fatalError(
                """
                \(key)\(location) is .\(lifetime), so there is not one instance that could run as \
                long as the program does; \(verb) is for singletons
                """
            )
        }
        let place = ManagedService.Place(
            key: key,
            site: site,
            contribution: SourceSite(file: "\(file)", line: Int(line)),
            isHook: isHook
        )
        forwarding(
            to: ManagedService.self,
            tag: DefinitionTag.text(key.plain.qualified),
            file: file,
            line: line
        ) { ManagedService(work: work($0), place: place) }
        .contributing()
    }
}
#endif
