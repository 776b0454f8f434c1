// SPDX-License-Identifier: MIT

import MortiseGraph

/// Makes the instances of a substitute for any member.
protocol SubstituteMaker: Sendable {
    var isAsync: Bool { get }
    /// The type of its instances.
    var instance: Any.Type { get }

    func factory<T>(_: T.Type) -> ErasedFactory
    func factory<T, Arguments>(_: T.Type, _: Arguments.Type) -> ErasedFactory
}

/// Makes instances whose type is checked against the member's when it is evaluated.
struct TypedMaker<Instance, each Argument>: SubstituteMaker {
    let make: @Sendable (repeat each Argument) throws -> Instance
    var isAsync: Bool { false }
    var instance: Any.Type { Instance.self }

    func factory<T>(_: T.Type) -> ErasedFactory {
        ErasedFactory(
            Factory<T> { resolver in
                let frame = resolver.frame
                let way = { ResolutionError.entries(to: frame) }
                let passed: (repeat each Argument) = try taken(from: (), way)
                return try convert(make(repeat each passed), way)
            }
        )
    }

    func factory<T, Arguments>(_: T.Type, _: Arguments.Type) -> ErasedFactory {
        ErasedFactory(
            ArgumentFactory<Arguments, T> { resolver, arguments in
                let frame = resolver.frame
                let way = { ResolutionError.entries(to: frame) }
                let passed: (repeat each Argument) = try taken(from: arguments, way)
                return try convert(make(repeat each passed), way)
            }
        )
    }
}

/// Marks a member that makes its instance only when it is evaluated: any other request fails.
struct AloneMaker: SubstituteMaker {
    let isAsync: Bool
    var instance: Any.Type { Never.self }

    func factory<T>(_: T.Type) -> ErasedFactory {
        isAsync
            ? ErasedFactory(AsyncFactory<T> { throw Self.error($0.frame.entries) })
            : ErasedFactory(Factory<T> { throw Self.error(ResolutionError.entries(to: $0.frame)) })
    }

    func factory<T, Arguments>(_: T.Type, _: Arguments.Type) -> ErasedFactory {
        isAsync
            ? ErasedFactory(
                AsyncArgumentFactory<Arguments, T> { resolver, _ in
                    throw Self.error(resolver.frame.entries)
                }
            )
            : ErasedFactory(
                ArgumentFactory<Arguments, T> { resolver, _ in
                    throw Self.error(ResolutionError.entries(to: resolver.frame))
                }
            )
    }

    private static func error(_ way: [ResolutionError.Entry]) -> ResolutionError {
        ResolutionError(
            .missingBinding,
            way,
            facts: ["\(way.memberName) says how it is made when it is evaluated, and only then"],
            container: nil
        )
    }
}

/// Makes instances asynchronously and checks their type when the member is evaluated.
///
/// Takes a tuple of arguments: Swift 6.3.1 crashes if an asynchronous closure takes a pack.
struct AsyncMaker<Instance, Taken>: SubstituteMaker {
    let make: @Sendable (Taken) async throws -> Instance
    var isAsync: Bool { true }
    var instance: Any.Type { Instance.self }

    func factory<T>(_: T.Type) -> ErasedFactory {
        ErasedFactory(
            AsyncFactory<T> { resolver in
                let frame = resolver.frame
                let way = { frame.entries }
                return try await convert(make(taken(from: (), way)), way)
            }
        )
    }

    func factory<T, Arguments>(_: T.Type, _: Arguments.Type) -> ErasedFactory {
        ErasedFactory(
            AsyncArgumentFactory<Arguments, T> { resolver, arguments in
                let frame = resolver.frame
                let way = { frame.entries }
                return try await convert(make(taken(from: arguments, way)), way)
            }
        )
    }
}

/// Converts a member's arguments to those of a substitute: all of them, or none.
private func taken<Arguments, Taken>(
    from arguments: Arguments,
    _ way: () -> [ResolutionError.Entry]
) throws -> Taken {
    if let same = arguments as? Taken { return same }
    if let none = () as? Taken { return none }
    let way = way()
    let types = TypeName.elements(of: Taken.self).map(\.description).joined(separator: ", ")
    throw ResolutionError(
        .argumentMismatch,
        way,
        facts: [
            "What takes the place of \(way.memberName) takes (\(types)), which are not the arguments "
                + "that tell its instances apart"
        ],
        container: nil
    )
}

/// Converts an instance to the member's type.
private func convert<Instance, T>(
    _ instance: Instance,
    _ way: () -> [ResolutionError.Entry]
) throws -> T {
    // Safe: the types are the same. A cast would wrap an optional once more.
    if Instance.self == T.self { return unsafeBitCast(instance, to: T.self) }
    if let instance = instance as? T { return instance }
    let way = way()
    throw ResolutionError(
        .typeMismatch,
        way,
        facts: [
            "\(way.memberName) is \(TypeName(of: T.self)), but what takes its place is "
                + "\(TypeName(of: type(of: instance as Any)))"
        ],
        container: nil
    )
}

extension [ResolutionError.Entry] {
    fileprivate var memberName: String {
        guard case .member(let member) = last?.key.tag else { return "the member" }
        return "\(member)"
    }
}
