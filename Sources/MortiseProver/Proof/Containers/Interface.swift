// SPDX-License-Identifier: MIT

/// What the prover does with the declarations of Mortise's interface.
///
/// Each declaration has a row. One that has none counts as ``Meaning/unread``, and a test fails.
package enum Interface {
    /// What the prover does with a declaration.
    package enum Meaning: String, Sendable {
        /// It changes a container, asks one for something, or names a lifetime or a scope: the
        /// interpreter knows what it does.
        case read

        /// It changes no container and asks none for anything. Closures that it is given may run.
        case harmless

        /// Its effect is not known: nothing that takes part in it is proven.
        case unread
    }

    /// What the prover does with a member of a type, by its base name.
    package static func meaning(of name: String, in owner: String) -> Meaning? {
        [rows[owner], rowsForServers[owner]].lazy.compactMap { $0?.meaning(of: name) }.first
    }

    struct Row: Sendable {
        var read: Set<String> = []
        var harmless: Set<String> = []
        var unread: Set<String> = []

        func meaning(of name: String) -> Meaning? {
            if read.contains(name) { return .read }
            if harmless.contains(name) { return .harmless }
            return unread.contains(name) ? .unread : nil
        }
    }

    private static let rows: [String: Row] = [
        "Container": Row(
            read: [
                "init", "current", "currentIfAny", "installDefault", "withCurrent",
                "bindingCurrent",
                "bootstrap", "reset", "remove", "install", "uninstall", "link", "unlink",
                "dropInstances",
                "select",
                "values", "overriding", "declaresCollection", "decorate", "register", "async",
                "adopt",
                "resolve", "resolveAll", "with", "main", "provider", "close",
                "closeWithoutDisposing", "expects", "provide",
                "openScope", "leaseScope", "withScope", "export",
            ],
            harmless: [
                "name", "isBootstrapped", "sources", "injectsProperties", "description",
                "customMirror",
                "selection", "observe", "isClosed", "scopeNumber", "graph", "validate",
            ]
        ),
        "AsyncContainer": Row(read: [
            "resolve", "resolveAll", "bootstrap", "register", "provider",
        ]),
        "MainActorContainer": Row(read: [
            "resolve", "resolveAll", "bootstrap", "decorate", "register", "adopt", "provider",
        ]),
        "Resolver": Row(
            read: [
                "resolve", "resolveAll", "provider", "asyncProvider", "mainActorProvider", "adopt",
            ],
            harmless: ["context"]
        ),
        "AsyncResolver": Row(
            read: ["resolve", "resolveAll", "provider", "asyncProvider", "mainActorProvider"],
            harmless: ["context"]
        ),
        "RefinableDefinition": Row(read: [
            "refined", "implements", "forAnyTag", "replacing", "contributing",
            "selectable", "seen", "unstubbed", "injectingProperties",
        ]),
        "UnisolatedDefinition": Row(read: ["injecting", "didResolve", "onClose"]),
        "Definition": Row(
            read: ["refined", "forwarding"],
            harmless: ["key", "lifetime", "site", "description", "==", "hash"]
        ),
        "MainDefinition": Row(read: [
            "definition", "refined", "injecting", "didResolve", "onClose",
        ]),
        "ModuleDefinition": Row(read: ["init", "refined", "declaring"]),
        "Module": Row(read: ["requires", "register"]),
        "DefinitionModule": Row(read: ["requires", "register"]),
        "Lifetime": Row(read: ["unique", "shared"]),
        "Lifetime.Caching": Row(read: ["singleton", "eagerSingleton", "weakSingleton", "scoped"]),
        "ScopeName": Row(read: ["init"], harmless: ["description"]),
        "ScopeLease": Row(read: ["scope"], harmless: ["close"]),
        "Resolver.InheritedTag": Row(harmless: ["requestedTag"]),
        "RequestTag": Row(read: ["inherited"], harmless: ["requestedTag"]),
        "Resolved": Row(read: ["init"], harmless: ["wrappedValue", "isResolved"]),
        "LazyResolved": Row(
            read: ["init"],
            harmless: ["isResolved", "wrappedValue", "projectedValue", "get"]
        ),
        "Observed": Row(read: ["init"], harmless: ["wrappedValue", "projectedValue", "get"]),
        "Injected": Row(
            read: ["init"],
            harmless: ["value", "wrappedValue", "projectedValue", "isInjected", "inject"]
        ),
        "InjectedWeak": Row(
            read: ["init"],
            harmless: ["value", "wrappedValue", "projectedValue", "inject"]
        ),
        "InjectableProperty": Row(read: ["announce"], harmless: ["inject"]),
        "Provider": Row(read: ["callAsFunction"]),
        "AsyncProvider": Row(read: ["callAsFunction"]),
        "MainActorProvider": Row(read: ["callAsFunction"]),
        "NamedContainers": Row(
            read: ["init", "subscript", "existing", "open", "remove"],
            harmless: ["names"]
        ),
        "Assembly": Row(
            read: ["adopt", "placeholder", "define", "substitute", "withSubstitution"],
            harmless: ["container", "exports"]
        ),
        "Export": Row(read: ["init", "forAnyTag", "contributing"], unread: ["declaring"]),
        "Container.Substitution": Row(harmless: ["remove"]),
        "Closable": Row(harmless: ["close"]),
        "AsyncClosable": Row(harmless: ["close"]),
        "CloseError": Row(harmless: [
            "container", "failures", "unfinished", "diagnostics", "description",
        ]),
        "CloseError.Failure": Row(harmless: [
            "container", "key", "site", "isDecorator", "error",
        ]),
        "ObservationToken": Row(harmless: ["cancel"]),
        "ResolutionAware": Row(harmless: ["didResolve"]),
        "Resolver.Context": Row(harmless: [
            "requestedType", "tag", "injectedInType", "injectedInProperty", "description",
        ]),
        "ResolutionError": Row(harmless: [
            "code", "key", "underlying", "path", "description", "debugDescription", "diagnostic",
        ]),
        "ResolutionEvent": Row(harmless: [
            "kind", "key", "lifetime", "site", "isDecorator", "requester", "depth", "number",
            "parent", "scopeNumber",
        ]),
        "ResolutionEvent.Kind": Row(harmless: [
            "began", "made", "reused", "waited", "failed", "dropped", "nothingToReplace",
            "disposed",
            "closeFailed", "scopeOpened", "scopeClosed",
        ]),
        "Resolved.Moment": Row(harmless: ["lazy", "eager"]),
        "Resolved.Sharing": Row(harmless: ["asRegistered", "singleton"]),
        "Container.ResolvedValues": Row(harmless: ["makeAsyncIterator"]),
        "Container.ResolvedValues.Iterator": Row(harmless: ["next"]),
        "TagConvertible": Row(harmless: ["tag", "requestedTag"]),
        "DefinitionTag": Row(harmless: ["tag"]),
        "String": Row(harmless: ["tag"]),
        "Int": Row(harmless: ["tag"]),
        "DiagnosticCode": Row(harmless: ["~="]),
        "Validation": Row(harmless: [
            "findings", "errors", "warnings", "notVerified", "isValid", "description", "check",
        ]),
        "ValidationError": Row(harmless: ["validation", "description"]),
    ]
}
