// SPDX-License-Identifier: MIT

#if Configuration
import Configuration
import Mortise
import MortiseGraph
import Synchronization

/// The bindings of one call of `configure`.
final class BindingGroup: Sendable {
    let providers: [any ConfigProvider]
    let isFetching: Bool
    let reporter: (any AccessReporter)?
    private let container: @Sendable () -> Container?
    private let state = Mutex<[any BindingMember]>([])
    private let tag = Mutex<DefinitionTag?>(nil)

    init(
        of container: Container,
        providers: [any ConfigProvider],
        isFetching: Bool,
        reporter: (any AccessReporter)?
    ) {
        self.container = { [weak container] in container }
        self.providers = providers
        self.isFetching = isFetching
        self.reporter = reporter
    }

    private var members: [any BindingMember] { state.withLock { $0 } }

    private var reloading: [any BindingMember] { members.filter(\.isReloading) }

    /// The state that the providers are in now.
    private var fixed: [FixedProvider] { providers.map { FixedProvider($0) } }

    /// Adds a binding.
    ///
    /// - Returns: Whether it is the first that is read again after changes.
    @discardableResult
    func add(_ member: some BindingMember) -> Bool {
        state.withLock { members in
            let isFirst = member.isReloading && !members.contains { $0.isReloading }
            members.append(member)
            return isFirst
        }
    }

    /// The tag of what follows the providers: one for the whole group.
    func watchTag(orElse first: DefinitionTag) -> DefinitionTag {
        tag.withLock { tag in
            let known = tag ?? first
            tag = known
            return known
        }
    }

    // MARK: Reading

    /// Reads a structure.
    func value<Value>(of binding: Binding<Value>, _ resolver: inout Resolver) throws -> Value {
        switch binding.outcome(in: fixed, reporter) {
        case .read(let value, _): return value
        case .faulty(let faults): throw try error(binding.step, faults, &resolver)
        case .asked: preconditionFailure("all is known")
        }
    }

    /// Reads a structure, after asking for all that it reads.
    func value<Value>(
        of binding: Binding<Value>,
        _ resolver: inout AsyncResolver
    ) async throws -> Value {
        var answers = FetchedAnswers(from: providers)
        switch try await binding.outcome(fetching: &answers, reporter) {
        case .read(let value, _): return value
        case .faulty(let faults): throw try await error(binding.step, faults, &resolver)
        case .asked: preconditionFailure("all is known")
        }
    }

    // MARK: Reloading

    /// Reads all structures that are read again after changes, for the first time.
    func load(_ resolver: inout Resolver) throws {
        for provider in providers { try require(provider, &resolver) }
        let fixed = fixed
        for member in reloading { _ = member.reload(from: fixed, reporter) }
    }

    /// Reads a structure that could not be read when all were.
    func load<Value>(_ latest: Latest<Value>) {
        _ = latest.take(latest.binding.outcome(in: fixed, reporter))
    }

    /// Reads all structures that are read again after changes, for the first time.
    ///
    /// - Throws: ``ConfigurationError`` if one of them cannot be read.
    func load(_ resolver: inout AsyncResolver) async throws {
        for provider in providers { try await require(provider, &resolver) }
        var answers = FetchedAnswers(from: providers)
        var failed: (step: Diagnostic.Step, faults: [Fault])?
        for member in reloading {
            let change = try await member.reload(fetching: &answers, reporter)
            if case .failed(let faults) = change, failed == nil { failed = (member.step, faults) }
        }
        if let failed { throw try await error(failed.step, failed.faults, &resolver) }
    }

    /// Asks for a provider that is itself registered, so that it is made first, and runs first.
    private func require<P: ConfigProvider>(_: P, _ resolver: inout Resolver) throws {
        _ = try resolver.resolve(P?.self)
    }

    private func require<P: ConfigProvider>(_: P, _ resolver: inout AsyncResolver) async throws {
        _ = try await resolver.resolve(P?.self)
    }

    /// Reads all structures again, and tells of what changed.
    func reload() async {
        let members = reloading
        var changes: [Change] = []
        if isFetching {
            var answers = FetchedAnswers(from: providers)
            for member in members {
                // It is cancelled: the container is being closed.
                guard let change = try? await member.reload(fetching: &answers, reporter) else {
                    return
                }
                changes.append(change)
            }
        } else {
            let fixed = fixed
            for member in members { changes.append(member.reload(from: fixed, reporter)) }
        }
        let container = container()
        for (member, change) in zip(members, changes) {
            switch change {
            case .none: break
            case .changed: if let container { member.announce(in: container) }
            case .failed(let faults):
                let failures = failures(faults, of: member.step, in: container?.graph)
                member.report(.reloadFailed(member.step, failures))
            }
        }
    }

    func reportEnd(of provider: String, _ error: any Error) {
        for member in reloading { member.report(.notFollowed(member.step, provider, error)) }
    }

    // MARK: Errors

    /// The error of a binding, with all that is wrong with the others.
    func error(
        _ step: Diagnostic.Step,
        _ faults: [Fault],
        _ resolver: inout Resolver
    ) throws -> ConfigurationError {
        var all = failures(faults, of: step, in: container()?.graph)
        for group in try resolver.resolveAll(BindingGroup.self) where !group.isFetching {
            let graph = group.container()?.graph
            let fixed = group.fixed
            for member in group.installed(in: graph) where member.step != step {
                all += group.failures(member.faults(in: fixed), of: member.step, in: graph)
            }
        }
        return .unreadable(all)
    }

    /// The error of a binding, with all that is wrong with the others, fetched or not.
    func error(
        _ step: Diagnostic.Step,
        _ faults: [Fault],
        _ resolver: inout AsyncResolver
    ) async throws -> ConfigurationError {
        var all = failures(faults, of: step, in: container()?.graph)
        for group in try await resolver.resolveAll(BindingGroup.self) {
            let graph = group.container()?.graph
            let fixed = group.fixed
            var answers = FetchedAnswers(from: group.providers)
            for member in group.installed(in: graph) where member.step != step {
                let faults =
                    group.isFetching
                    ? try await member.faults(fetching: &answers) : member.faults(in: fixed)
                all += group.failures(faults, of: member.step, in: graph)
            }
        }
        return .unreadable(all)
    }

    /// The bindings that were not removed or replaced.
    private func installed(in graph: Graph?) -> [any BindingMember] {
        guard let graph else { return members }
        return members.filter { member in
            graph.nodes.contains { $0.key == member.step.key && $0.site == member.step.site }
        }
    }

    private func failures(
        _ faults: [Fault],
        of step: Diagnostic.Step,
        in graph: Graph?
    ) -> [ConfigurationError.Failure] {
        let users = graph?.nodes.filter { node in
            node.dependencies.contains { dependency in
                dependency.key == step.key
                    || (dependency.key.type.wrapped == step.key.type
                        && dependency.key.tag == step.key.tag)
            }
        }
        let neededBy = (users ?? []).map {
            // Without the parameters of its factory.
            Diagnostic.Step(Key($0.key.type, tag: $0.key.tag), at: $0.site)
        }
        return faults.map { fault in
            ConfigurationError.Failure(
                key: fault.key,
                reason: fault.reason,
                names: fault.names,
                binding: step,
                neededBy: neededBy
            )
        }
    }
}
#endif
