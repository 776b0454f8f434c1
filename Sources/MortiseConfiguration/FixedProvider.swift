// SPDX-License-Identifier: MIT

#if Configuration
import Configuration

/// A provider that always answers the same.
struct FixedProvider: ConfigProvider, ConfigSnapshot {
    let providerName: String
    let answer: @Sendable (Lookup) throws -> LookupResult

    func value(forKey key: AbsoluteConfigKey, type: ConfigType) throws -> LookupResult {
        try answer(Lookup(key: key, type: type))
    }

    func fetchValue(
        forKey key: AbsoluteConfigKey,
        type: ConfigType
    ) async throws -> LookupResult {
        try answer(Lookup(key: key, type: type))
    }

    func watchValue<Return: ~Copyable>(
        forKey key: AbsoluteConfigKey,
        type: ConfigType,
        updatesHandler: (
            _ updates: ConfigUpdatesAsyncSequence<Result<LookupResult, any Error>, Never>
        ) async throws -> Return
    ) async throws -> Return {
        try await watchValueFromValue(forKey: key, type: type, updatesHandler: updatesHandler)
    }

    func snapshot() -> any ConfigSnapshot { self }

    func watchSnapshot<Return: ~Copyable>(
        updatesHandler: (
            _ updates: ConfigUpdatesAsyncSequence<any ConfigSnapshot, Never>
        ) async throws -> Return
    ) async throws -> Return {
        try await watchSnapshotFromSnapshot(updatesHandler: updatesHandler)
    }
}

extension FixedProvider {
    /// The state that a provider is in now.
    init(_ provider: some ConfigProvider) {
        let snapshot = provider.snapshot()
        self.init(providerName: provider.providerName) {
            try snapshot.value(forKey: $0.key, type: $0.type)
        }
    }

    /// What stands for keys that cannot be read.
    init(placeholdersFor lookups: Set<Lookup>) {
        self.init(providerName: "placeholders") { lookup in
            LookupResult(
                encodedKey: "\(lookup.key)",
                value: lookups.contains(lookup)
                    ? ConfigValue(lookup.type.placeholder, isSecret: false) : nil
            )
        }
    }
}

/// One question to a provider.
struct Lookup: Hashable, Sendable {
    let key: AbsoluteConfigKey
    let type: ConfigType
}

extension ConfigType {
    /// A value that most code gets along with.
    fileprivate var placeholder: ConfigContent {
        switch self {
        case .string: .string("placeholder")
        case .int: .int(1)
        case .double: .double(1)
        case .bool: .bool(false)
        case .bytes: .bytes([])
        case .stringArray: .stringArray([])
        case .intArray: .intArray([])
        case .doubleArray: .doubleArray([])
        case .boolArray: .boolArray([])
        case .byteChunkArray: .byteChunkArray([])
        }
    }
}
#endif
