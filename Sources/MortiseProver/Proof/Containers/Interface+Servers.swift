// SPDX-License-Identifier: MIT

// The interface of the products for servers.
extension Interface {
    /// The modules for servers whose declarations have rows.
    static let modulesForServers: Set<String> = [
        "MortiseConfiguration", "MortiseGRPC", "MortiseHummingbird", "MortiseLogging",
        "MortiseMetrics", "MortiseServices", "MortiseTracing",
    ]

    /// Whether the declarations of a module have rows.
    static func isOfMortise(module: String?) -> Bool {
        guard let module else { return false }
        return module == "Mortise" || modulesForServers.contains(module) || isVocabulary(module)
    }

    static let rowsForServers: [String: Row] = [
        "Container": Row(
            read: ["configure", "runServices"],
            harmless: ["logEvents", "measureEvents", "traceEvents"]
        ),
        "Logger.MetadataProvider": Row(harmless: ["mortise"]),
        "RefinableDefinition": Row(read: ["runs"]),
        "UnisolatedDefinition": Row(read: ["runs", "onStart", "onStop"]),
        "ServicesError": Row(harmless: [
            "code", "services", "leftBehind", "underlying", "description",
        ]),
        "ServicesError.Code": Row(harmless: [
            "noServices", "cancelledBySignal", "gracePeriodExceeded", "leftBehind", "hookTimedOut",
            "slug", "~=", "description",
        ]),
        // What follows a configuration asks for providers by types that are only known at run time.
        "ConfigBindings": Row(read: ["bind"], unread: ["bindReloading"]),
        "ConfigBound": Row(harmless: ["init"]),
        "ConfigurationError": Row(harmless: ["code", "failures", "init", "description"]),
        "ConfigurationError.Failure": Row(harmless: [
            "key", "reason", "names", "binding", "neededBy",
        ]),
        "ConfigurationError.Failure.Name": Row(harmless: ["name", "provider"]),
        "ConfigurationError.Code": Row(harmless: [
            "unreadable", "reloadFailed", "notFollowed", "slug", "~=", "description",
        ]),
        "RequestScope": Row(
            read: ["container", "async", "main", "resolve"],
            harmless: ["init", "isOpen"]
        ),
        "RequestScopeError": Row(harmless: ["code", "description"]),
        "RequestScopeError.Code": Row(harmless: [
            "noScope", "bodyLength", "slug", "~=", "description",
        ]),
        "RequestScopeMiddleware": Row(read: ["init"], unread: ["handle"]),
        "ScopedRequestContext": Row(harmless: ["scope"]),
        "RouterMethods": Row(read: ["on", "get", "put", "post", "patch", "delete", "head"]),
        "CallInfo": Row(harmless: ["context", "metadata", "init", "method", "remotePeer"]),
        "CallScope": Row(
            read: ["container", "async", "main", "resolve", "with"],
            harmless: ["current", "isOpen"]
        ),
        "CallScopeError": Row(harmless: ["code", "description"]),
        "CallScopeError.Code": Row(harmless: ["noScope", "slug", "~=", "description"]),
        "CallScopeInterceptor": Row(read: ["init"], unread: ["intercept"]),
        "GRPCServerService": Row(harmless: ["init", "run"]),
    ]
}
