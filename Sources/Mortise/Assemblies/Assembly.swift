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
/// The compiler ensures that no dependency of a member is missing or of the wrong type. Otherwise a
/// member is a definition like any other: it has a scope and injection steps, and it appears in
/// graphs and errors.
///
/// An assembly is a value that costs nothing: make one wherever you have a container. Assemblies of
/// several types over one container, such as `Views(container: container)`, share the container's
/// instances and the object graph.
///
/// The container and its graph know a member once it has been evaluated.
public protocol Assembly: Sendable {
    /// The container that keeps the instances of the members.
    var container: Container { get }

    /// The members that can be resolved by type once the assembly is exported with
    /// ``Container/export(_:)``.
    static var exports: [Export<Self>] { get }
}
