// SPDX-License-Identifier: MIT

#if Services
import Mortise
import MortiseGraph
import ServiceLifecycle

/// What a definition contributes to `runServices`: a service, or hooks.
///
/// Most contributions have the key of their definition as their tag. So a definition that replaces
/// another one takes the place of what that one contributes, and of nothing else. Those of several
/// definitions of `any Service`, which coexist, have no tag.
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
        /// The location of a hook, with its column; `nil` for a service.
        let hook: String?
    }

    var isHook: Bool { place.hook != nil }

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
        hook column: UInt32? = nil,
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
        let hook = column.map { "\(verb) \(file):\(line):\($0)" }
        let place = ManagedService.Place(key: key, site: site, hook: hook)
        let name = [key.plain.qualified, hook].compactMap { $0 }.joined(separator: " ")
        let isOneOfMany = Instance.self == (any Service).self
        let contribution = forwarding(
            to: ManagedService.self,
            tag: isOneOfMany ? nil : DefinitionTag.text(name),
            file: file,
            line: line
        ) { ManagedService(work: work($0), place: place) }
        if isOneOfMany { contribution.contributing() }
    }
}
#endif
