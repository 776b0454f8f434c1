// SPDX-License-Identifier: MIT

/// A view of a container whose members are definitions.
///
/// ```swift
/// struct Services: Assembly {
///     let container: Container
///
///     var api: any API { define(.singleton) { HTTPClient(baseURL: baseURL) as any API } }
///     var feed: Feed { define { Feed(api: api) } }
///     var baseURL: URL { define { URL(string: "https://example.org")! } }
/// }
///
/// let services = Services(container: container)
/// let feed = services.feed
/// ```
///
/// What a member needs cannot be missing, and cannot be of the wrong type: the compiler has seen it.
/// Apart from that it is a definition like any other, with a scope, injection steps, a place in the
/// graph and in errors.
///
/// An assembly is a value that costs nothing: make one wherever you have a container. Those of
/// other types are siblings, `Views(container: container)`: they share what the container keeps,
/// and the object graph.
///
/// A member is known to the container, and seen in its graph, once it has been evaluated.
public protocol Assembly: Sendable {
    /// Keeps what members define.
    var container: Container { get }

    /// Which members can be resolved by type, once the assembly is exported:
    /// ``Container/export(_:)``.
    static var exports: [Export<Self>] { get }
}
