// SPDX-License-Identifier: MIT

public import Hummingbird
public import MortiseHummingbird

/// The context of each request, with its scope.
public struct AppContext: ScopedRequestContext {
    public var coreContext: CoreRequestContextStorage
    public var scope = RequestScope()

    public init(source: Source) { coreContext = .init(source: source) }
}
